//! What a change costs, and why: the recorded transitions that do not hold any more, by what of the program has changed that they
//! depend on.
//!
//! A footprint that held in the program of the newest layer and does not hold now has elements that are not here. Each is put down to
//! those of its aspects that are otherwise here ([`crate::aspects`]), a field that has moved to begin with. A location that has none of
//! these and does what it did, but beside others that do not, is put down to what these are put down to. The rest is put down to what it
//! is of, which is mostly the code of a function. A transition that several changes touch counts for each of them. What had ceased to
//! hold before is no cost of this change and does not count.
//!
//! It is told from the record alone, so a run says the same as whoever asks before it.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::{BTreeMap, BTreeSet};

use change::{LocationOutline, Outline};
use machine::explore::Hash;
use serde::{Deserialize, Serialize};

use crate::aspects::{Aspect, AspectKind, Aspects, field_of, record_of};
use crate::layer::Layer;

/// What has changed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Cause {
    /// What a function does.
    Code(String),
    /// A function that is not there any more.
    Gone(String),
    /// What a function takes or returns.
    Signature(String),
    /// What there is to choose from in a function.
    Choice(String),
    /// Where a field lies or of which type it is; and its struct, as in `struct queue`, if that has a tag.
    Field { field: String, record: Option<String> },
    /// How large a struct or union is.
    Record(Option<String>),
    /// As what a static object is declared.
    Object(String),
    /// How large an object is, which the text names.
    Size(String),
    /// What is called at the end of the program.
    Exit,
    /// With which value a static object starts, so that the first state is another one.
    Start(String),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Loss {
    pub cause: Cause,
    /// Transitions that depend on it.
    pub transitions: u64,
    /// States of which it says what can be done there.
    pub states: u64,
}

/// What does not hold of a record since the program for which it was made.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Losses {
    /// Transitions that held there, and how many of them do not hold any more.
    pub transitions: u64,
    pub lost: u64,
    /// The largest first.
    pub all: Vec<Loss>,
}

/// Why a record does not hold in a program.
pub(crate) struct Now<'a> {
    /// The elements that hold here.
    pub numbers: &'a HashMap<Hash, u32>,
    pub aspects: &'a Aspects,
    pub outline: &'a Outline,
    /// The fingerprint of the first state.
    pub start: u128,
}

pub(crate) fn losses(layers: &[Layer], now: &Now<'_>) -> Losses {
    let Some(newest) = layers.first() else { return Losses::default() };
    let is_started = layers.iter().any(|layer| layer.find(now.start).is_some());
    if is_started && newest.elements.iter().all(|element| now.numbers.contains_key(element)) {
        return Losses::default();
    }
    let Some((then, outline)) = newest.aspects().zip(newest.outline()) else { return Losses::default() };
    let comparison = Comparison::new(&then, now.aspects);
    let own = newest.elements.iter().zip(comparison.explain(&outline, newest, now));
    let own: HashMap<&Hash, BTreeSet<Cause>> = own.collect();
    let (mut losses, mut by_cause) = (Losses::default(), BTreeMap::<Cause, (u64, u64)>::new());
    let nothing = BTreeSet::new();
    for (at, layer) in layers.iter().enumerate() {
        let held = layer.elements.iter().map(|element| match now.numbers.contains_key(element) {
            true => Some(&nothing),
            // What is not the newest program's either was gone before.
            false => own.get(element),
        });
        let held: Vec<Option<&BTreeSet<Cause>>> = held.collect();
        let causes = layer.footprints.iter().map(|footprint| {
            let mut all = BTreeSet::new();
            for &element in footprint {
                all.extend(held[element as usize]?);
            }
            Some(all)
        });
        let causes: Vec<Option<BTreeSet<&Cause>>> = causes.collect();
        let (mut touched, mut told) = (vec![0u64; causes.len()], vec![0u64; causes.len()]);
        let edges = layer.edges();
        for (block, state, kind) in edges.blocks() {
            // A newer layer that has the state speaks for it.
            let is_known = |newer: &Layer| layer.print(state).is_some_and(|it| newer.find(it).is_some());
            if layers[..at].iter().any(is_known) {
                continue;
            }
            told[layer.kinds[kind as usize].footprint as usize] += 1;
            edges.of(block, kind).for_each(|(_, footprint)| touched[footprint as usize] += 1);
        }
        for ((causes, touched), told) in causes.iter().zip(touched).zip(told) {
            let Some(causes) = causes else { continue };
            losses.transitions += touched;
            losses.lost += if causes.is_empty() { 0 } else { touched };
            for &cause in causes {
                let count = by_cause.entry(cause.clone()).or_default();
                *count = (count.0 + touched, count.1 + told);
            }
        }
    }
    if !is_started {
        let changed = then.all.iter().filter(|it| it.kind == AspectKind::Start && comparison.has_changed(it));
        by_cause.extend(changed.map(|it| (comparison.cause(it), (0, 0))));
    }
    // What nothing depends on costs nothing.
    let counted = |cause: &Cause, count: (u64, u64)| count != (0, 0) || matches!(cause, Cause::Start(_));
    let each = by_cause.into_iter().filter(|(cause, count)| counted(cause, *count));
    losses.all = each.map(|(cause, (transitions, states))| Loss { cause, transitions, states }).collect();
    losses.all.sort_by_key(|loss| std::cmp::Reverse((loss.transitions, loss.states)));
    losses
}

/// Two programs by their aspects.
struct Comparison<'a> {
    then: &'a Aspects,
    now: HashMap<(AspectKind, u64), &'a Aspect>,
    /// Structs without a tag, whose names tell what they look like: which of now seems to be which of then.
    renamed: HashMap<&'a str, &'a str>,
}

impl<'a> Comparison<'a> {
    fn new(then: &'a Aspects, now: &'a Aspects) -> Comparison<'a> {
        let by_what = now.all.iter().map(|aspect| ((aspect.kind, aspect.what), aspect)).collect();
        Comparison { then, now: by_what, renamed: renamed(then, now) }
    }

    /// What an aspect of then is now.
    fn find(&self, aspect: &Aspect) -> Option<&Aspect> {
        let what = match (aspect.kind, self.renamed.get(aspect.name.as_str())) {
            (AspectKind::Field, Some(record)) => field_of(record, &aspect.field),
            (AspectKind::Record, Some(record)) => record_of(record),
            _ => aspect.what,
        };
        self.now.get(&(aspect.kind, what)).copied()
    }

    fn has_changed(&self, aspect: &Aspect) -> bool {
        self.find(aspect).is_some_and(|now| now.value != aspect.value)
    }

    /// Why elements of the program of then, which are the first of its layer, are not there now; nothing of those that are.
    fn explain(&self, outline: &Outline, layer: &Layer, now: &Now<'_>) -> Vec<BTreeSet<Cause>> {
        let count = self.then.of.len();
        let lost: Vec<bool> =
            layer.elements.iter().take(count).map(|it| !now.numbers.contains_key(it)).collect();
        let mut causes: Vec<BTreeSet<Cause>> =
            (0..count).map(|at| if lost[at] { self.changed(at) } else { BTreeSet::new() }).collect();
        let functions = outline.functions.iter().map(|it| (it.label, it.locations.as_slice()));
        let functions: HashMap<u64, &[LocationOutline]> = functions.collect();
        let locations = now.outline.functions.iter().flat_map(|it| &it.locations);
        let contents: HashMap<u64, u64> = locations.map(|it| (it.name, it.content)).collect();
        let mut first = 0;
        while let Some(primary) = self.location(first) {
            let end = (first..).find(|&at| self.location(at) != Some(primary)).unwrap_or(count);
            let here: &[LocationOutline] = functions.get(&primary.what).copied().unwrap_or(&[]);
            let is_same = |it: &LocationOutline| contents.get(&it.name) == Some(&it.content);
            self.explain_function(primary, here, is_same, &lost[first..end], &mut causes[first..end]);
            first = end;
        }
        for at in 0..count {
            if !lost[at] || !causes[at].is_empty() {
                continue;
            }
            let whole = causes[self.then.whole(at as u32) as usize].clone();
            causes[at] = match self.then.primary(at as u32) {
                Some(primary) if whole.is_empty() => [self.cause(primary)].into(),
                _ => whole,
            };
        }
        causes
    }

    /// As [`Comparison::explain`], for the locations of a function, of which there may be no outline. Those that do what they did, and of
    /// which no aspect has changed, are other elements since they lead to others or come behind them.
    fn explain_function(
        &self,
        function: &Aspect,
        outline: &[LocationOutline],
        is_same: impl Fn(&LocationOutline) -> bool,
        lost: &[bool],
        causes: &mut [BTreeSet<Cause>],
    ) {
        let mut open: HashMap<usize, BTreeSet<Cause>> = HashMap::default();
        for at in (0..lost.len()).filter(|&at| lost[at]) {
            if causes[at].is_empty() {
                match outline.get(at).is_some_and(&is_same) {
                    true => drop(open.insert(at, BTreeSet::new())),
                    false => drop(causes[at].insert(self.cause(function))),
                }
            }
        }
        for (at, location) in outline.iter().enumerate().take(lost.len()) {
            for to in location.to.iter().map(|&to| to as usize).filter(|&to| to < lost.len()) {
                for (here, there) in [(at, to), (to, at)] {
                    open.entry(here).and_modify(|found| found.extend(causes[there].iter().cloned()));
                }
            }
        }
        let all: BTreeSet<Cause> = causes.iter().flatten().cloned().collect();
        for (at, found) in open {
            causes[at] = if found.is_empty() { all.clone() } else { found };
        }
    }

    /// The function of a location, by number of the element; nothing if it is none.
    fn location(&self, at: usize) -> Option<&'a Aspect> {
        self.then
            .primary(at as u32)
            .filter(|it| it.kind == AspectKind::Code && at < self.then.first_part as usize)
    }

    /// The aspects of an element of then that are otherwise now.
    fn changed(&self, at: usize) -> BTreeSet<Cause> {
        let aspects = self.then.of[at].iter().filter_map(|&it| self.then.all.get(it as usize));
        aspects.filter(|it| self.has_changed(it)).map(|it| self.cause(it)).collect()
    }

    fn cause(&self, aspect: &Aspect) -> Cause {
        let found = self.find(aspect);
        // As it is called now, if it is there.
        let name = || found.unwrap_or(aspect).name.clone();
        let record = || (!aspect.is_unnamed()).then(|| aspect.name.clone());
        match aspect.kind {
            AspectKind::Code | AspectKind::Signature if found.is_none() => Cause::Gone(name()),
            AspectKind::Signature if self.has_changed(aspect) => Cause::Signature(name()),
            // What a function takes is as it was if it is only said to have changed.
            AspectKind::Code | AspectKind::Signature => Cause::Code(name()),
            AspectKind::Choice => Cause::Choice(name()),
            AspectKind::Field => Cause::Field { field: aspect.field.clone(), record: record() },
            AspectKind::Record => Cause::Record(record()),
            AspectKind::Object => Cause::Object(name()),
            AspectKind::Size => Cause::Size(name()),
            AspectKind::Exit => Cause::Exit,
            AspectKind::Start => Cause::Start(name()),
        }
    }
}

/// Of structs without a tag that are gone, which new one has most fields of the same names.
fn renamed<'a>(then: &'a Aspects, now: &'a Aspects) -> HashMap<&'a str, &'a str> {
    let [before, after] = [then, now].map(|aspects| {
        let mut records: BTreeMap<&str, HashSet<&str>> = BTreeMap::new();
        for it in aspects.all.iter().filter(|it| it.kind == AspectKind::Field && it.is_unnamed()) {
            records.entry(&it.name).or_default().insert(&it.field);
        }
        records
    });
    let mut renamed = HashMap::default();
    for (name, fields) in before.iter().filter(|(name, _)| !after.contains_key(*name)) {
        let fresh = after.iter().filter(|(name, _)| !before.contains_key(*name));
        let common = fresh.map(|(other, others)| (fields.intersection(others).count(), other));
        if let Some((_, other)) = common.filter(|it| it.0 > 0).max_by_key(|it| it.0) {
            renamed.insert(*name, *other);
        }
    }
    renamed
}

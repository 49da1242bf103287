//! What a search records and recalls while it runs: whether a known choice has to be executed, where nothing has to be
//! explored at all, and what is written down. The modes and their guarantee are those of [`crate::reuse`].

use rustc_hash::FxHashSet as HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use machine::explore::Choice;

use crate::frontier::{Frontier, Node};
use crate::layer::{Flaw, Kind, NONE, Outcome};
use crate::memo::{Fact, Known, Memo};
use crate::plan::{Grown, Place, Plan};
use crate::record::{Recorder, Source};
use crate::reuse::{Mode, Rejected};
use crate::search::Search;
use crate::space::{Judge, Told};
use crate::visited::Visited;
use verdict::Property;

/// What is recorded during a search, and what it recalls.
#[derive(Default)]
pub(crate) struct Reuse {
    pub mode: Mode,
    pub memo: Option<Memo>,
    pub plan: Option<Plan>,
    pub recorder: Option<Recorder>,
    /// What this search has executed and found to be wrong.
    pub flaws: HashSet<Flaw>,
    pub choices: Vec<Choice>,
    /// Known states that have numbers.
    pub numbered: HashSet<u32>,
    pub flush: Arc<AtomicBool>,
}

/// What is known of a transition.
pub(crate) struct Recalled {
    to: Recollection,
    layer: u8,
    footprint: u32,
}

enum Recollection {
    State(u32),
    Outcome(Outcome),
}

impl Recalled {
    fn source(&self) -> Source {
        Source::Memo { layer: self.layer, footprint: self.footprint }
    }

    /// Whether a transition that came to no state came to what is known of it. Which place a flaw has is told by code that
    /// need not count for the transition.
    pub fn is_outcome(&self, outcome: Option<&Outcome>) -> bool {
        let violated = |it: &Outcome| it.flaws.iter().map(|flaw| flaw.property).collect::<Vec<_>>();
        let (Recollection::Outcome(known), Some(outcome)) = (&self.to, outcome) else { return false };
        known.is_end == outcome.is_end && violated(known) == violated(outcome)
    }
}

impl Reuse {
    /// Leaves of the choices of a known state those that have to be tried; what is known of it.
    pub fn planned(&self, place: Place, choices: &mut Vec<Choice>) -> Option<Known> {
        let (plan, memo) = (self.plan.as_ref()?, self.memo.as_ref()?);
        // Where something is wrong there may be fewer choices than are known.
        if !choices.is_empty() {
            plan.choices(memo, place, choices);
        }
        memo.known(place)
    }

    pub fn is_planned(&self) -> bool {
        self.plan.is_some()
    }

    /// Whether nothing of what is wrong with a transition would be told any more: other violations were found at these
    /// places.
    fn is_told(&self, flaws: &[Flaw]) -> bool {
        flaws.iter().all(|flaw| self.flaws.contains(flaw))
    }

    /// As [`Reuse::is_told`], for a state. Where it is noticed that a state has lost memory depends on the thread that ran
    /// last, which the state does not tell.
    fn is_told_of_state(&self, kind: &Kind) -> bool {
        self.is_told(&kind.flaws) && kind.flaws.iter().all(|flaw| flaw.property != Property::ValidMemtrack)
    }

    /// Whether a transition came to what is known of it.
    pub fn is_confirmed(&self, recalled: &Recalled, print: u128) -> bool {
        let Recollection::State(state) = recalled.to else { return false };
        self.memo.as_ref().and_then(|memo| memo.print(recalled.layer, state)) == Some(print)
    }

    /// What is known of a state that has this number in this run.
    pub fn find(&mut self, print: u128, number: u32) -> Option<Known> {
        let memo = self.memo.as_mut()?;
        let known = memo.find(print)?;
        memo.meet(known.layer, known.state, number);
        Some(known)
    }

    /// What is known of a choice.
    pub fn recall(&self, node: &Node, choice: Choice) -> Option<Recalled> {
        let memo = self.memo.as_ref().filter(|_| matches!(self.mode, Mode::Isse | Mode::Delta))?;
        let (fact, layer, footprint) = memo.fact(Known::unpack(node.memo)?, node.print, choice)?;
        let to = match fact {
            Fact::State(state) => Recollection::State(state),
            Fact::Outcome(outcome) => Recollection::Outcome(outcome.clone()),
        };
        Some(Recalled { to, layer, footprint })
    }

    pub fn executed_to_state(&mut self, space: &impl Told, node: &Node, choice: Choice, to: u32) {
        if let Some(recorder) = &mut self.recorder {
            let footprint = Source::Here(recorder.footprint(space));
            recorder.edge(node, choice, to, footprint);
        }
    }

    pub fn executed_to_end(&mut self, space: &impl Told, node: &Node, choice: Choice, outcome: &Outcome) {
        if let Some(recorder) = &mut self.recorder {
            let (to, footprint) = (recorder.outcome(outcome), Source::Here(recorder.footprint(space)));
            recorder.edge(node, choice, to, footprint);
        }
    }

    /// What a choice leads to, as an earlier run found out.
    fn reused(&mut self, node: &Node, choice: Choice, to: u32, recalled: &Recalled) {
        if let Some(recorder) = &mut self.recorder {
            recorder.edge(node, choice, to, recalled.source());
        }
    }

    pub fn kind(&mut self, space: &impl Told, choices: &[Choice], flaws: &[Flaw]) -> u32 {
        self.recorder.as_mut().map_or(NONE, |recorder| recorder.kind(space, choices, flaws))
    }

    /// Told every now and then: hands the record on if that is asked for.
    pub fn flush(&mut self, visited: &Visited) {
        if let Some(recorder) = &mut self.recorder
            && self.flush.swap(false, Ordering::Relaxed)
        {
            recorder.flush(visited);
        }
    }

    /// All choices of a state have been tried.
    pub fn leave(&mut self, node: &Node) {
        let Reuse { memo, recorder: Some(recorder), .. } = self else { return };
        let known = Known::unpack(node.memo);
        let memo = memo.as_ref();
        let is_kept = memo.zip(known).is_some_and(|(memo, known)| memo.speaks_for(known));
        let kind = |recorder: &mut Recorder| {
            let (memo, known) = memo.zip(known)?;
            let kind = memo.kind(known)?;
            let elements = memo.elements(known.layer, kind.footprint)?;
            let footprint = recorder.footprint_of(&elements);
            Some(recorder.kind_of(Kind { footprint, ..kind.clone() }))
        };
        recorder.leave(node, is_kept, kind, |recorder, layer, footprint| {
            translate(memo, recorder, layer, footprint)
        });
    }

    /// A state is left with choices untried.
    pub fn cut(&mut self, node: &Node) {
        let Reuse { memo, recorder: Some(recorder), .. } = self else { return };
        recorder.cut(node, |recorder, layer, footprint| translate(memo.as_ref(), recorder, layer, footprint));
    }
}

/// A footprint of the memo in a record's own numbers.
fn translate(memo: Option<&Memo>, recorder: &mut Recorder, layer: u8, footprint: u32) -> Option<u32> {
    let elements = memo?.elements(layer, footprint)?;
    Some(recorder.footprint_of(&elements))
}

impl Search<'_> {
    /// Goes on by what is known of a choice, if that will do. Else it has to be executed; what is wrong always is, so it is
    /// told as by a search without reuse.
    pub(crate) fn use_recalled<S: Judge + Told>(
        &mut self,
        space: &mut S,
        frontier: &mut dyn Frontier<S>,
        node: &Node,
        choice: Choice,
        recalled: &Recalled,
    ) -> Result<bool, Rejected> {
        let state = match &recalled.to {
            Recollection::State(state) => *state,
            Recollection::Outcome(outcome) if !self.reuse.is_told(&outcome.flaws) => return Ok(false),
            Recollection::Outcome(outcome) => {
                self.found.ends += u64::from(outcome.is_end);
                if let Some(recorder) = &mut self.reuse.recorder {
                    let to = recorder.outcome(outcome);
                    recorder.edge(node, choice, to, recalled.source());
                }
                return Ok(true);
            }
        };
        if self.reuse.plan.is_some() {
            return self.use_planned(space, frontier, node, choice, recalled, state);
        }
        let depth = frontier.depth() as u64 + 1;
        let Some(memo) = &mut self.reuse.memo else { return Ok(false) };
        let mut met = memo.met(recalled.layer, state);
        let mut print = 0;
        if met.is_none() {
            print = memo.print(recalled.layer, state).ok_or(Rejected)?;
            // A layer that stands alone and has a block for the state would have been told of it.
            met = if memo.is_told(recalled.layer, state) { None } else { self.visited.get(print) };
            met.into_iter().for_each(|number| memo.meet(recalled.layer, state, number));
        }
        if let Some(number) = met.filter(|&number| self.is_done(number, depth)) {
            self.reuse.reused(node, choice, number, recalled);
            return Ok(true);
        }
        let is_deepest = self.options.limits.depth.is_some_and(|limit| depth >= limit);
        if self.reuse.mode != Mode::Delta && !is_deepest {
            return Ok(false);
        }
        let known = self.reuse.memo.as_ref().and_then(|memo| memo.find_at(recalled.layer, state));
        let Some(known) = known else { return Ok(false) };
        let is_pruned = self.prunes(known);
        let kind = self.reuse.memo.as_ref().and_then(|memo| memo.kind(known));
        if !is_pruned && kind.is_none_or(|kind| !self.reuse.is_told_of_state(kind)) {
            return Ok(false);
        }
        let mut choices = std::mem::take(&mut self.reuse.choices);
        choices.clear();
        let kind = self.reuse.memo.as_ref().and_then(|memo| memo.kind(known));
        choices.extend(kind.iter().flat_map(|kind| &kind.choices));
        if met.is_some() {
            let memo = self.reuse.memo.as_ref();
            print = memo.and_then(|memo| memo.print(recalled.layer, state)).ok_or(Rejected)?;
        }
        let (number, _) = self.meet(print, depth);
        if let Some(memo) = &mut self.reuse.memo {
            memo.meet(recalled.layer, state, number);
        }
        self.reuse.reused(node, choice, number, recalled);
        if !self.is_full() {
            self.stats.states += 1;
            self.stats.depth = self.stats.depth.max(depth);
            if !is_pruned {
                self.limit_depth(number, depth, &mut choices);
                let node = Node { number, kind: NONE, memo: Known::pack(Some(known)), print };
                frontier.enter(space, node, &choices, Some(choice), false);
            }
        }
        self.reuse.choices = choices;
        Ok(true)
    }

    /// As [`Search::use_recalled`], with a plan: only what is needed is entered.
    fn use_planned<S: Judge + Told>(
        &mut self,
        space: &mut S,
        frontier: &mut dyn Frontier<S>,
        node: &Node,
        choice: Choice,
        recalled: &Recalled,
        state: u32,
    ) -> Result<bool, Rejected> {
        let Reuse { memo: Some(memo), plan: Some(plan), .. } = &mut self.reuse else { return Ok(false) };
        let to = memo.representative((recalled.layer, state));
        let print = memo.print(to.0, to.1).ok_or(Rejected)?;
        let is_entered = if plan.is_seen(to) {
            let from = Known::unpack(node.memo).map(|known| (known.layer, known.state));
            let edge = from.and_then(|from| Some((from, memo.index(from, choice)?)));
            edge.is_some_and(|(from, index)| plan.leads(memo, from, index, to))
        } else {
            let grown = plan.grow(memo, to);
            let is_needed = plan.is_needed(to);
            self.take_in(&grown, frontier.depth() as u64 + 1);
            is_needed && !self.found.is_ended()
        };
        let number = self.number_of(print, true);
        if is_entered {
            let Reuse { memo: Some(memo), plan: Some(plan), choices, .. } = &mut self.reuse else {
                return Ok(false);
            };
            // What can be done there is not known, or something is wrong: the machine has to go there.
            let Some(known) = memo.known(to) else { return Ok(false) };
            let Some(kind) = memo.kind(known).filter(|kind| kind.flaws.is_empty()) else { return Ok(false) };
            plan.enter(to);
            choices.clear();
            choices.extend_from_slice(&kind.choices);
            plan.choices(memo, to, choices);
            let entered = Node { number, kind: NONE, memo: Known::pack(Some(known)), print };
            frontier.enter(space, entered, choices, Some(choice), false);
        }
        self.reuse.reused(node, choice, number, recalled);
        Ok(true)
    }

    /// Whether there is nothing to do at a state where the machine stands, because it is known; and where it is known.
    pub(crate) fn is_known(&mut self, print: u128, depth: u64) -> (bool, Option<Place>) {
        let Reuse { memo: Some(memo), plan: Some(plan), .. } = &mut self.reuse else { return (false, None) };
        let Some(place) = memo.locate(print) else { return (false, None) };
        let grown = (!plan.is_seen(place)).then(|| plan.grow(memo, place));
        let is_waiting = plan.is_waiting(place);
        plan.enter(place);
        if let Some(grown) = grown {
            self.take_in(&grown, depth);
        }
        (!is_waiting, Some(place))
    }

    /// Counts what a walk has found that began at this depth.
    fn take_in(&mut self, grown: &Grown, depth: u64) {
        self.found.ends += grown.ends;
        let stats = &mut self.stats;
        stats.states += grown.states;
        stats.transitions += grown.transitions;
        stats.reused += grown.transitions;
        stats.pruned += grown.pruned;
        stats.depth = stats.depth.max(depth + grown.depth);
        self.is_full();
    }

    /// A number for the record; nobody else asks. Known states are not told from their numbers whether they were met.
    pub(crate) fn number_of(&mut self, print: u128, is_known: bool) -> u32 {
        if self.reuse.recorder.is_none() {
            return 0;
        }
        let (number, is_new) = self.visited.insert(print);
        if is_known && is_new {
            self.reuse.numbered.insert(number);
        }
        number
    }

    /// Whether a state that is not known was met before.
    pub(crate) fn is_met(&self, print: u128) -> bool {
        self.visited.get(print).is_some_and(|number| !self.reuse.numbered.contains(&number))
    }

    /// Whether nothing has to be explored from a state: all that it leads to is known, and nothing is wrong with it.
    pub(crate) fn prunes(&mut self, known: Known) -> bool {
        let is_pruning =
            matches!(self.reuse.mode, Mode::Rmc | Mode::Delta) && self.options.limits.depth.is_none();
        let is_clean = |memo: &Memo| memo.clean(known) == Some(false);
        let is_pruned = is_pruning && self.reuse.memo.as_ref().is_some_and(is_clean);
        self.stats.pruned += u64::from(is_pruned);
        is_pruned
    }
}

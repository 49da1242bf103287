//! What differs between two programs, and what that can affect.
//!
//! Functions are the same by name. Their locations are the same by the names handed on from old to new (see
//! [`crate::align`](crate)), and a location is dirty if its element occurs on one side only. Fragments are compared by
//! their fingerprints: the local one tells whether a fragment changed, the global one whether something did that
//! impacts it (He, Yu, Cai, "Efficient Summary Reuse for Software Regression Verification", 2020, definition 5: nesting
//! and calls). A loop is the same loop if its head is.
//!
//! A fragment may change without a dirty location: its fingerprint also covers facts about the whole program, such as whose
//! address is taken, and that of `main` the initial values.

use rustc_hash::FxHashMap as HashMap;
use std::collections::{BTreeMap, BTreeSet};

use cfa::address::Addresses;
use cfa::fingerprint::{Fingerprints, fingerprints_and_impact};
use cfa::fragment::{FragmentId, FragmentKind, Fragments};
use cfa::program::{AddressTarget, Body, FunctionId, Init, Location, Object, ObjectId, ObjectKind, Program};
use cfa::scc::Graph;
use cfa::source::Pos;
use cfa::view::Context;
use cfa::view::location::Signature;

use crate::names::Names;
use crate::outline::Outline;

/// All that differs; nothing of it if the programs do the same.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// Defined functions, by name.
    pub functions: Vec<FunctionDifference>,
    /// In the order of the new program, those that are gone last.
    pub fragments: Vec<FragmentDifference>,
    /// Static objects that code of either program can come to, by name.
    pub objects: Vec<ObjectDifference>,
    pub unchanged_functions: usize,
    pub unchanged_fragments: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Added,
    Removed,
    Changed,
    /// The same by itself; something that it calls, contains or leads to is not.
    Affected,
}

impl Change {
    pub fn name(self) -> &'static str {
        match self {
            Change::Added => "added",
            Change::Removed => "removed",
            Change::Changed => "changed",
            Change::Affected => "affected",
        }
    }
}

/// A position that stands without its program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug)]
pub struct FunctionDifference {
    pub name: String,
    /// Never [`Change::Affected`].
    pub change: Change,
    pub old: Option<Place>,
    pub new: Option<Place>,
    /// The dirty locations of a changed function: of the new version in its order, then those that are gone.
    pub locations: Vec<LocationDifference>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocationDifference {
    pub change: Change,
    pub old: Option<Place>,
    pub new: Option<Place>,
}

#[derive(Clone, Debug)]
pub struct FragmentDifference {
    /// In the new program, unless it is gone.
    pub name: String,
    pub kind: FragmentKind,
    pub change: Change,
    pub old: Option<Place>,
    pub new: Option<Place>,
    /// The fragments that it calls or contains and that are new, changed or affected.
    pub through: Vec<String>,
}

/// A static object whose storage or initial value differs.
#[derive(Clone, Debug)]
pub struct ObjectDifference {
    pub name: String,
    /// Never [`Change::Affected`].
    pub change: Change,
    pub old: Option<Place>,
    pub new: Option<Place>,
}

impl Difference {
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty() && self.fragments.is_empty() && self.objects.is_empty()
    }
}

pub fn diff(old: &Program, new: &Program) -> Difference {
    let old = Side::of(old, None);
    let new = Side::of(new, Some(&old.names.outline(old.program)));
    let mut difference = Difference::default();
    functions(&old, &new, &mut difference);
    fragments(&old, &new, &mut difference);
    difference.objects = objects(&old, &new);
    difference
}

/// A program with what is known of it.
struct Side<'a> {
    program: &'a Program,
    addresses: Addresses,
    fragments: Fragments,
    fingerprints: Vec<Fingerprints>,
    impact: Graph,
    names: Names,
    signatures: Vec<Signature>,
}

impl<'a> Side<'a> {
    fn of(program: &'a Program, base: Option<&Outline>) -> Side<'a> {
        let (addresses, fragments) = (Addresses::of(program), Fragments::of(program));
        let context = Context::new(program, &addresses, &fragments);
        let (fingerprints, impact) = fingerprints_and_impact(&context);
        let (names, signatures) = (Names::in_context(&context, base), context.all_signatures());
        drop(context);
        Side { program, addresses, fragments, fingerprints, impact, names, signatures }
    }

    fn defined(&self) -> BTreeMap<&'a str, FunctionId> {
        let functions = (0..).zip(&self.program.functions).filter(|(_, it)| it.body.is_some());
        functions.map(|(id, it)| (it.name.as_str(), FunctionId(id))).collect()
    }

    fn place(&self, pos: Pos) -> Option<Place> {
        let Pos { file, line, column } = pos;
        (pos != Pos::NONE).then(|| Place { file: self.program.file(file).to_string(), line, column })
    }

    fn function_place(&self, id: FunctionId) -> Option<Place> {
        self.place(self.program.function(id).pos)
    }

    fn location_place(&self, id: FunctionId, at: usize) -> Option<Place> {
        let body = self.program.function(id).body.as_ref()?;
        self.place(body.out(Location(at as u32)).first()?.pos)
    }

    fn fragment_place(&self, id: FragmentId) -> Option<Place> {
        self.place(self.fragments.get(id).pos(self.program))
    }

    /// What a fragment is the same by: its function and the name of its head; a procedure may share its head with a loop.
    fn key(&self, id: FragmentId) -> (FragmentKind, &'a str, u64) {
        let fragment = self.fragments.get(id);
        let name = match fragment.kind {
            FragmentKind::Procedure => 0,
            FragmentKind::Loop => self.names.locations[fragment.function.index()][fragment.head.index()],
        };
        (fragment.kind, &self.program.function(fragment.function).name, name)
    }
}

fn functions(old: &Side, new: &Side, difference: &mut Difference) {
    let (before, after) = (old.defined(), new.defined());
    let names: BTreeSet<&str> = before.keys().chain(after.keys()).copied().collect();
    for name in names {
        let (in_old, in_new) = (before.get(name).copied(), after.get(name).copied());
        let (change, locations) = match (in_old, in_new) {
            (Some(in_old), Some(in_new)) => {
                let locations = locations((old, in_old), (new, in_new));
                if locations.is_empty() {
                    difference.unchanged_functions += 1;
                    continue;
                }
                (Change::Changed, locations)
            }
            (None, _) => (Change::Added, Vec::new()),
            (_, None) => (Change::Removed, Vec::new()),
        };
        difference.functions.push(FunctionDifference {
            name: name.to_string(),
            change,
            old: in_old.and_then(|id| old.function_place(id)),
            new: in_new.and_then(|id| new.function_place(id)),
            locations,
        });
    }
}

/// The dirty locations of a function.
fn locations(
    (old, in_old): (&Side, FunctionId),
    (new, in_new): (&Side, FunctionId),
) -> Vec<LocationDifference> {
    let (before, after) = (&old.names.shapes[in_old.index()], &new.names.shapes[in_new.index()]);
    let mut gone: BTreeMap<usize, u64> = before.iter().enumerate().map(|(at, it)| (at, it.name)).collect();
    let by_name: HashMap<u64, usize> = gone.iter().map(|(&at, &name)| (name, at)).collect();
    let is_same_to_callers = old.signatures[in_old.index()].bytes == new.signatures[in_new.index()].bytes;
    let mut dirty = Vec::new();
    for (at, location) in after.iter().enumerate() {
        let place = new.location_place(in_new, at);
        let Some(&was) = by_name.get(&location.name) else {
            dirty.push(LocationDifference { change: Change::Added, old: None, new: place });
            continue;
        };
        gone.remove(&was);
        if old.names.contents[in_old.index()][was] == new.names.contents[in_new.index()][at] {
            continue;
        }
        let is_entry = at == Body::ENTRY.index() && was == at;
        let is_same = before[was].content == location.content && (is_same_to_callers || !is_entry);
        let change = if is_same { Change::Affected } else { Change::Changed };
        dirty.push(LocationDifference { change, old: old.location_place(in_old, was), new: place });
    }
    dirty.extend(gone.into_keys().map(|at| {
        let place = old.location_place(in_old, at);
        LocationDifference { change: Change::Removed, old: place, new: None }
    }));
    dirty
}

fn fragments(old: &Side, new: &Side, difference: &mut Difference) {
    let mut gone: HashMap<_, FragmentId> = old.fragments.ids().map(|id| (old.key(id), id)).collect();
    let found = new.fragments.ids().map(|id| {
        let was = gone.remove(&new.key(id));
        let after = new.fingerprints[id.index()];
        let change = match was.map(|was| old.fingerprints[was.index()]) {
            None => Some(Change::Added),
            Some(before) if before.local != after.local => Some(Change::Changed),
            Some(before) if before.global != after.global => Some(Change::Affected),
            Some(_) => None,
        };
        (was, change)
    });
    let found: Vec<(Option<FragmentId>, Option<Change>)> = found.collect();
    for (id, (was, change)) in new.fragments.ids().zip(&found) {
        let Some(change) = *change else {
            difference.unchanged_fragments += 1;
            continue;
        };
        let fragment = new.fragments.get(id);
        let impacting = new.impact.successors(id.0).iter().filter(|&&it| found[it as usize].1.is_some());
        let through: BTreeSet<u32> = impacting.copied().filter(|&it| it != id.0).collect();
        difference.fragments.push(FragmentDifference {
            name: fragment.name.clone(),
            kind: fragment.kind,
            change,
            old: was.and_then(|was| old.fragment_place(was)),
            new: new.fragment_place(id),
            through: through.into_iter().map(|it| new.fragments.get(FragmentId(it)).name.clone()).collect(),
        });
    }
    let mut gone: Vec<FragmentId> = gone.into_values().collect();
    gone.sort_unstable();
    difference.fragments.extend(gone.into_iter().map(|id| FragmentDifference {
        name: old.fragments.get(id).name.clone(),
        kind: old.fragments.get(id).kind,
        change: Change::Removed,
        old: old.fragment_place(id),
        new: None,
        through: Vec::new(),
    }));
}

fn objects(old: &Side, new: &Side) -> Vec<ObjectDifference> {
    let [before, after] = [old, new].map(|side| {
        // Literals are told by those who name them.
        let ids = (0..side.program.objects.len() as u32).map(ObjectId);
        let seen = ids.filter(|&id| {
            side.addresses.is_object_reached(id) && side.program.object(id).kind != ObjectKind::Literal
        });
        seen.map(|id| side.program.object(id)).map(|it| (it.name.as_str(), it)).collect::<BTreeMap<_, _>>()
    });
    let names: BTreeSet<&str> = before.keys().chain(after.keys()).copied().collect();
    let difference = |name: &str| {
        let (in_old, in_new) = (before.get(name).copied(), after.get(name).copied());
        let change = match (in_old, in_new) {
            (Some(a), Some(b)) if is_same_object((old.program, a), (new.program, b)) => return None,
            (Some(_), Some(_)) => Change::Changed,
            (None, _) => Change::Added,
            (_, None) => Change::Removed,
        };
        Some(ObjectDifference {
            name: name.to_string(),
            change,
            old: in_old.and_then(|it| old.place(it.pos)),
            new: in_new.and_then(|it| new.place(it.pos)),
        })
    };
    names.into_iter().filter_map(difference).collect()
}

fn is_same_object((old, a): (&Program, &Object), (new, b): (&Program, &Object)) -> bool {
    let storage = |it: &Object| {
        (
            it.kind,
            it.linkage,
            it.size,
            it.align,
            it.is_thread_local,
            it.is_constant,
            it.is_defined,
            it.is_weak,
        )
    };
    storage(a) == storage(b)
        && old.types.as_scalar(a.ty) == new.types.as_scalar(b.ty)
        && set_bytes(&a.init).eq(set_bytes(&b.init))
        && a.init.addresses.len() == b.init.addresses.len()
        && a.init.addresses.iter().zip(&b.init.addresses).all(|(x, y)| {
            (x.offset, x.size, x.addend) == (y.offset, y.size, y.addend)
                && target(old, &x.target) == target(new, &y.target)
        })
}

/// The bytes that are not zero, however the initialiser spells them.
fn set_bytes(init: &Init) -> impl Iterator<Item = (u64, u8)> {
    let runs = init.bytes.iter().flat_map(|(start, run)| (*start..).zip(run.iter().copied()));
    runs.filter(|(_, byte)| *byte != 0)
}

fn target<'a>(program: &'a Program, target: &AddressTarget) -> (&'a str, u8, [u32; 2]) {
    match *target {
        AddressTarget::Object(id) => (&program.object(id).name, 0, [0, 0]),
        AddressTarget::Function(id) => (&program.function(id).name, 1, [0, 0]),
        AddressTarget::Label(id, label) => (&program.function(id).name, 2, [label.0, 0]),
        AddressTarget::LabelDifference(id, a, b) => (&program.function(id).name, 3, [a.0, b.0]),
    }
}

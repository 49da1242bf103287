//! The cone of influence: what the property can depend on, and a way around all else.
//!
//! Weiser: *Program slicing* (TSE 1984); control dependence after Ferrante, Ottenstein, Warren: *The program dependence
//! graph and its use in optimization* (TOPLAS 1987).
//!
//! A location counts if it is where a search may end (the error, an obstacle, an end of the program, a loop without exit),
//! if it sets data that counts, if it calls a procedure in which something counts, or if it decides whether a location that
//! counts is come to. Data counts that is read to set data that counts, or to decide what counts. From a location that does
//! not count, control goes on where all its ways meet again: nothing between counts.
//!
//! Guarantee: what is left can do all that the program can. Control gets around, no end of the search lies between, and
//! whatever may be set on the way is unknown behind it. So a proof of what is left is one of the program, and it does not
//! rest on having found all that counts: what was missed is unknown, too.
//!
//! Deviations: (1) data counts everywhere or nowhere, whatever the place and the call; (2) a loop is left even if it would
//! not end, and inputs outside the cone are not known: who cannot replay a path looks at the whole program.

mod control;
mod effects;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeSet;

use cfa::Program;
use cfa::op::Op;
use cfa::program::{Body, Edge, FunctionId, Location};

use crate::facts::key::Keys;
use control::Control;
use effects::Effect;
use formula::Symbol;

pub use effects::{Effects, Place};

/// For each location of each function that does not count, where control goes on.
#[derive(Debug, Default)]
pub struct Cone {
    ways: Vec<Vec<Option<Location>>>,
    effects: Effects,
}

impl Cone {
    pub fn of(program: &Program, effects: Effects) -> Cone {
        let functions = || (0..program.functions.len() as u32).map(FunctionId);
        let control = |function| Control::of(effects.function(function).iter().map(|it| &it.leads[..]));
        let controls: Vec<Control> = functions().map(control).collect();
        let counting = counting(&effects, &controls);
        let ways = functions().map(|function| {
            let exit = program.function(function).body.as_ref().map(|body| body.exit);
            let is_in = |at: Location| Some(at) == exit || counting.contains(&(function, at));
            let locations = (0..effects.function(function).len() as u32).map(Location);
            let control = &controls[function.index()];
            locations.map(|at| if is_in(at) { None } else { control.way_around(at) }).collect()
        });
        Cone { ways: ways.collect(), effects }
    }

    /// What may be set between a location and where its ways meet again, but for frames that begin and end in between.
    pub fn unknown(&self, keys: &Keys, body: &Body, (function, at): Place) -> BTreeSet<Symbol> {
        let end = self.way_around(function, at);
        let (mut work, mut seen, mut calls) = (vec![at], HashSet::from_iter([at]), Vec::new());
        let mut found = BTreeSet::new();
        let mut add = |effect: &Effect, calls: &mut Vec<FunctionId>| {
            found.extend(effect.sets.keys());
            calls.extend(&effect.calls);
        };
        while let Some(at) = work.pop() {
            add(&self.effects.function(function)[at.index()], &mut calls);
            let next = body.out(at).iter().map(|edge| edge.to).filter(|&to| Some(to) != end);
            work.extend(next.filter(|&to| seen.insert(to)));
        }
        let mut called = HashSet::default();
        while let Some(callee) = calls.pop() {
            if called.insert(callee) {
                self.effects.function(callee).iter().for_each(|effect| add(effect, &mut calls));
            }
        }
        found.retain(|&symbol| {
            keys.home(symbol).is_none_or(|home| home == function || !called.contains(&home))
        });
        found
    }

    pub fn way_around(&self, function: FunctionId, at: Location) -> Option<Location> {
        self.ways.get(function.index())?.get(at.index()).copied().flatten()
    }

    /// Whether a function may be called, as far as was looked at.
    pub fn is_called(&self, function: FunctionId) -> bool {
        self.ways.is_empty() || !self.effects.function(function).is_empty()
    }

    /// Whether nothing is passed over.
    pub fn is_whole(&self) -> bool {
        self.ways.iter().flatten().all(Option::is_none)
    }

    /// Edges of calls and of locals not set yet that are passed over, by function: what is unknown there is not asked for.
    pub fn passed_over(&self, program: &Program) -> HashSet<(FunctionId, u32)> {
        let functions = program.functions.iter().enumerate().map(|(id, it)| (FunctionId(id as u32), it));
        let mut unknown = HashSet::default();
        for (id, body) in functions.filter_map(|(id, it)| Some((id, it.body.as_ref()?))) {
            let is_it = |edge: &Edge| {
                matches!(edge.op, Op::Call { .. } | Op::Begin { .. })
                    && self.way_around(id, edge.from).is_some()
            };
            let edges = body.edges.iter().enumerate().filter(|(_, edge)| is_it(edge));
            unknown.extend(edges.map(|(index, _)| (id, index as u32)));
        }
        unknown
    }

    /// The graph of what is left of a function; nothing if that is all of it.
    pub fn outline(&self, function: FunctionId, body: &Body) -> Option<Body> {
        self.ways.get(function.index())?.iter().find(|way| way.is_some())?;
        let mut outline = Body { exit: body.exit, first: vec![0], ..Body::default() };
        for from in (0..body.locations() as u32).map(Location) {
            let mut push = |edge: &Edge, to| {
                outline.edges.push(Edge { from, to, op: Op::Skip, pos: edge.pos });
            };
            match self.way_around(function, from) {
                Some(to) => push(&body.out(from)[0], to),
                None => body.out(from).iter().for_each(|edge| push(edge, edge.to)),
            }
            outline.first.push(outline.edges.len() as u32);
        }
        Some(outline)
    }
}

/// The locations that count.
fn counting(effects: &Effects, controls: &[Control]) -> HashSet<Place> {
    let (mut work, mut setters, mut callers) = (Vec::new(), HashMap::default(), HashMap::default());
    for (place, effect) in effects.all() {
        work.extend(effect.is_end.then_some(place));
        for (&symbol, from) in &effect.sets {
            setters.entry(symbol).or_insert_with(Vec::new).push((place, from));
        }
        effect.calls.iter().for_each(|&callee| callers.entry(callee).or_insert_with(Vec::new).push(place));
    }
    for (function, control) in (0..).map(FunctionId).zip(controls) {
        work.extend(control.stuck.iter().map(|&at| (function, at)));
    }
    let (mut counting, mut data, mut functions) =
        (HashSet::default(), HashSet::default(), HashSet::default());
    while let Some(place) = work.pop() {
        if !counting.insert(place) {
            continue;
        }
        let (function, at) = place;
        work.extend(controls[function.index()].decided_at[at.index()].iter().map(|&by| (function, by)));
        if functions.insert(function) {
            work.extend(callers.get(&function).into_iter().flatten());
        }
        let mut read = effects.function(function)[at.index()].decides.clone();
        while let Some(symbol) = read.pop() {
            if data.insert(symbol) {
                for (setter, from) in setters.get(&symbol).into_iter().flatten() {
                    work.push(*setter);
                    read.extend(from.iter().filter(|it| !data.contains(it)));
                }
            }
        }
    }
    counting
}

#[cfg(test)]
mod tests {
    use cfa::address::Addresses;
    use verdict::Property;

    use super::*;
    use crate::block::Builder;
    use crate::encode::Encoder;
    use crate::externs::Externs;
    use crate::{Job, Options};

    /// For each loop of `main`, the names of what is unknown behind it if it is passed over.
    fn loops(text: &str) -> Vec<Option<Vec<String>>> {
        let text = format!("extern void reach_error(void); extern int __VERIFIER_nondet_int(void); {text}");
        let program = cfa::from_text(&text).unwrap_or_else(|error| panic!("{error:?}"));
        let (addresses, options) = (Addresses::of(&program), Options::default());
        let property = Property::UnreachCall;
        let job = Job {
            options: &options,
            property,
            excluded: &[],
            is_whole: false,
            has_exits: false,
            effort: u64::MAX,
            is_first: true,
        };
        let builder =
            Builder::new(&program, &addresses, Encoder::new(&program, &addresses, Externs::Pure), &job);
        let main = program.main.unwrap();
        let body = program.function(main).body.as_ref().unwrap();
        let heads = cfa::loops::Loops::of(body).loops;
        let of_head = |head: Location| {
            let (mut at, mut names) = (head, Vec::new());
            for _ in 0..body.locations() {
                let Some(next) = builder.cone.way_around(main, at) else { break };
                let unknown = builder.cone.unknown(&builder.encoder.keys, body, (main, at));
                names.extend(unknown.iter().map(|&it| builder.encoder.terms.symbol_name(it).to_string()));
                at = next;
            }
            (at != head).then_some(names)
        };
        heads.iter().map(|it| it.head).map(of_head).collect()
    }

    #[test]
    fn a_loop_without_a_say_is_passed_over_and_what_it_sets_is_unknown() {
        let found = loops(
            "int y; int main(void) { int x = __VERIFIER_nondet_int();
                while (__VERIFIER_nondet_int()) y++;
                if (x == 7) reach_error(); return 0; }",
        );
        let [Some(unknown)] = &found[..] else { panic!("{found:?}") };
        assert!(unknown.iter().any(|it| it == "y"), "{unknown:?}");
    }

    #[test]
    fn what_a_callee_sets_is_unknown_but_for_its_frame() {
        let found = loops(
            "int y; static void set(void) { int z = 1; y = z; }
            int main(void) { int x = __VERIFIER_nondet_int();
                while (__VERIFIER_nondet_int()) set();
                if (x == 7) reach_error(); return 0; }",
        );
        let [Some(unknown)] = &found[..] else { panic!("{found:?}") };
        assert!(unknown.iter().any(|it| it == "y"), "{unknown:?}");
        assert!(!unknown.iter().any(|it| it.starts_with("set::")), "{unknown:?}");
    }

    #[test]
    fn a_loop_counts_by_what_it_sets_and_by_whom_it_calls() {
        let set = "int y; int main(void) { while (__VERIFIER_nondet_int()) y++; if (y == 7) reach_error(); return 0; }";
        let through = "int y; static void set(int *p) { *p = 7; }
            int main(void) { while (__VERIFIER_nondet_int()) set(&y); if (y == 7) reach_error(); return 0; }";
        let called = "static void fail(void) { reach_error(); }
            int main(void) { while (__VERIFIER_nondet_int()) fail(); return 0; }";
        for text in [set, through, called] {
            assert_eq!(loops(text), [None], "{text}");
        }
    }
}

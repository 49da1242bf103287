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

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use cfa::Program;
use cfa::dominators::Dominators;
use cfa::op::{Op, Value};
use cfa::program::{Body, Edge, FunctionId, Location};
use cfa::scc::{Components, Graph};

use crate::block::{Builder, PULSE, Point, Step, Target};
use crate::encode::State;
use crate::facts::storage::Storage;
use crate::term::{Symbol, Term, Terms};

/// For each location of each function that does not count, where control goes on.
#[derive(Debug, Default)]
pub struct Cone {
    ways: Vec<Vec<Option<Location>>>,
    /// What locations do, by function.
    effects: HashMap<FunctionId, BTreeMap<Location, Effects>>,
    /// What was asked for already.
    unknown: HashMap<Place, Rc<BTreeSet<Symbol>>>,
}

/// What a location sets, and whom it calls.
#[derive(Debug, Default)]
struct Effects {
    sets: BTreeSet<Symbol>,
    calls: BTreeSet<FunctionId>,
}

impl Cone {
    /// Nothing if there is no time for it.
    pub fn of(builder: &mut Builder<'_>) -> Option<Cone> {
        let mut dependences = Dependences::default();
        let mut work: Vec<FunctionId> = builder.program.main.into_iter().collect();
        while let Some(function) = work.pop() {
            if !dependences.control.contains_key(&function) {
                dependences.collect(builder, function)?;
                work.extend(dependences.calls.keys().filter(|it| !dependences.control.contains_key(it)));
            }
        }
        let counting = dependences.counting();
        let functions = (0..builder.program.functions.len() as u32).map(FunctionId);
        let ways = functions.map(|function| match &builder.program.function(function).body {
            Some(body) => {
                // Nothing calls it.
                let Some(control) = dependences.control.get(&function) else { return Vec::new() };
                let locations = (0..body.locations() as u32).map(Location);
                let is_in = |&at: &Location| at == body.exit || counting.contains(&(function, at));
                locations.map(|at| if is_in(&at) { None } else { control.way_around(body, at) }).collect()
            }
            None => Vec::new(),
        });
        let mut cone = Cone { ways: ways.collect(), ..Cone::default() };
        for (symbol, places) in dependences.sets {
            for (place, _) in places {
                cone.effects_at(place).sets.insert(symbol);
            }
        }
        for (callee, places) in dependences.calls {
            for place in places {
                cone.effects_at(place).calls.insert(callee);
            }
        }
        Some(cone)
    }

    fn effects_at(&mut self, (function, at): Place) -> &mut Effects {
        self.effects.entry(function).or_default().entry(at).or_default()
    }

    /// What may be set between a location and where its ways meet again, but for frames that begin and end in between.
    pub fn unknown(&mut self, storage: &Storage<'_>, body: &Body, place: Place) -> Rc<BTreeSet<Symbol>> {
        if let Some(known) = self.unknown.get(&place) {
            return known.clone();
        }
        let (function, at) = place;
        let end = self.way_around(function, at);
        let (mut work, mut seen, mut calls) = (vec![at], HashSet::from_iter([at]), Vec::new());
        let mut found = BTreeSet::new();
        let mut add = |effects: &Effects, calls: &mut Vec<FunctionId>| {
            found.extend(&effects.sets);
            calls.extend(&effects.calls);
        };
        while let Some(at) = work.pop() {
            let effects = self.effects.get(&function).and_then(|all| all.get(&at));
            effects.into_iter().for_each(|effects| add(effects, &mut calls));
            let next = body.out(at).iter().map(|edge| edge.to).filter(|&to| Some(to) != end);
            work.extend(next.filter(|&to| seen.insert(to)));
        }
        let mut called = HashSet::default();
        while let Some(callee) = calls.pop() {
            if called.insert(callee) {
                let effects = self.effects.get(&callee).into_iter().flat_map(BTreeMap::values);
                effects.for_each(|effects| add(effects, &mut calls));
            }
        }
        found.retain(|&symbol| {
            storage.home(symbol).is_none_or(|home| home == function || !called.contains(&home))
        });
        let found = Rc::new(found);
        self.unknown.insert(place, found.clone());
        found
    }

    pub fn way_around(&self, function: FunctionId, at: Location) -> Option<Location> {
        self.ways.get(function.index())?.get(at.index()).copied().flatten()
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

type Place = (FunctionId, Location);

/// What each location depends on.
#[derive(Default)]
struct Dependences {
    control: HashMap<FunctionId, Control>,
    /// Where a search may end.
    ends: Vec<Place>,
    /// What is read to decide which way to go.
    decides: HashMap<Place, Vec<Symbol>>,
    /// Where data is set, and what is read for it.
    sets: HashMap<Symbol, Vec<(Place, Vec<Symbol>)>>,
    calls: HashMap<FunctionId, Vec<Place>>,
}

impl Dependences {
    /// Found by the same steps that blocks are made of, so nothing that a block sets is missed. What it reads may be, where
    /// an encoding depends on whether a value is known.
    fn collect(&mut self, builder: &mut Builder<'_>, function: FunctionId) -> Option<()> {
        let Some(body) = &builder.program.function(function).body else { return Some(()) };
        let context = builder.summarised(function);
        for at in (0..body.locations() as u32).map(Location).filter(|&at| at != body.exit) {
            if at.0.is_multiple_of(PULSE as u32) && builder.limits.reached().is_some() {
                return None;
            }
            let (point, place) = (Point { context, at }, (function, at));
            let flow = builder.flow(point);
            let is_stop = flow.ways().iter().any(|way| way.may_stop(body));
            let (mut is_end, mut entered, mut summaries) = (is_stop, Vec::new(), Vec::new());
            for (target, state) in builder.step(point, &flow, State::start()).ends {
                self.note(builder, place, &state);
                match target {
                    Target::Error | Target::Obstacle(_) => is_end = true,
                    Target::Enter(edge, callee) => summaries.push((edge, callee)),
                    Target::Point(next) if next.context != context => entered.push(next),
                    Target::Point(_) => {}
                }
            }
            for (edge, callee) in summaries {
                let callee = builder.function(callee.context);
                self.calls.entry(callee).or_default().push(place);
                let result = builder.result_of(callee);
                let result = result.map(|symbol| builder.encoder.terms.symbol(symbol));
                let result = result.zip(builder.result_scalar(callee));
                let step = builder.take_result(point, edge, result);
                self.note_all(builder, place, &step);
            }
            for callee in entered {
                self.calls.entry(builder.function(callee.context)).or_default().push(place);
                self.note_return(builder, place, callee);
            }
            if is_end {
                self.ends.push(place);
            }
        }
        let control = Control::of(body);
        self.ends.extend(control.stuck.iter().map(|&at| (function, at)));
        self.control.insert(function, control);
        Some(())
    }

    fn note_all(&mut self, builder: &Builder<'_>, place: Place, step: &Step) {
        step.ends.iter().for_each(|(_, state)| self.note(builder, place, state));
    }

    fn note(&mut self, builder: &Builder<'_>, place: Place, state: &State) {
        let terms = &builder.encoder.terms;
        self.decides.entry(place).or_default().extend(symbols(terms, state.guard));
        for (&data, &value) in &state.values {
            self.sets.entry(data).or_default().push((place, symbols(terms, value)));
        }
    }

    /// What a caller gets from a call.
    fn note_return(&mut self, builder: &mut Builder<'_>, place: Place, callee: Point) {
        let function = builder.function(callee.context);
        let Some(body) = &builder.program.function(function).body else { return };
        let is_copied = |edge: &&Edge| matches!(edge.op, Op::Return { value: Some(Value::Aggregate(..)) });
        for edge in body.edges.iter().filter(is_copied) {
            let point = Point { at: edge.from, ..callee };
            let flow = builder.flow(point);
            let step = builder.step(point, &flow, State::start());
            self.note_all(builder, (function, edge.from), &step);
        }
        let mut state = State::start();
        if let Some(symbol) = builder.result_of(function) {
            state.values.insert(symbol, builder.encoder.terms.symbol(symbol));
        }
        let point = Point { at: body.exit, ..callee };
        let flow = builder.flow(point);
        let step = builder.step(point, &flow, state);
        self.note_all(builder, place, &step);
    }

    /// The locations that count.
    fn counting(&self) -> HashSet<Place> {
        let (mut counting, mut data, mut functions) =
            (HashSet::default(), HashSet::default(), HashSet::default());
        let mut work = self.ends.clone();
        while let Some(place) = work.pop() {
            if !counting.insert(place) {
                continue;
            }
            let (function, at) = place;
            work.extend(self.control[&function].decided_at[at.index()].iter().map(|&by| (function, by)));
            if functions.insert(function) {
                work.extend(self.calls.get(&function).into_iter().flatten());
            }
            let mut read = self.decides.get(&place).cloned().unwrap_or_default();
            while let Some(symbol) = read.pop() {
                if data.insert(symbol) {
                    for (setter, from) in self.sets.get(&symbol).into_iter().flatten() {
                        work.push(*setter);
                        read.extend(from.iter().filter(|it| !data.contains(it)));
                    }
                }
            }
        }
        counting
    }
}

fn symbols(terms: &Terms, term: Term) -> Vec<Symbol> {
    let mut found = Vec::new();
    terms.for_each_symbol(&[term], |symbol| found.push(symbol));
    found
}

/// Which locations of a function decide whether others are come to.
struct Control {
    /// For each location the ones that decide.
    decided_at: Vec<Vec<Location>>,
    /// For each location the first that all ways from it go through.
    behind: Dominators,
    /// A location of each loop that is not left.
    stuck: Vec<Location>,
}

impl Control {
    fn of(body: &Body) -> Control {
        let end = body.locations() as u32;
        let mut leads: Vec<Vec<u32>> = (0..end)
            .map(|at| {
                let out = body.out(Location(at)).iter();
                let mut to: Vec<u32> =
                    out.map(|edge| if edge.op.is_terminal() { end } else { edge.to.0 }).collect();
                if to.is_empty() {
                    to.push(end);
                }
                to
            })
            .collect();
        leads.push(Vec::new());
        let graph = |leads: &[Vec<u32>]| {
            let mut graph = Graph::default();
            leads.iter().for_each(|to| graph.push(to.iter().copied()));
            graph
        };
        let components = Components::new(&graph(&leads));
        let is_stuck = |nodes: &&[u32]| {
            let is_inside = |&to: &u32| components.of[to as usize] == components.of[nodes[0] as usize];
            nodes[0] != end && nodes.iter().all(|&node| leads[node as usize].iter().all(is_inside))
        };
        let stuck: Vec<u32> =
            components.iter().filter(is_stuck).filter_map(|nodes| nodes.iter().min().copied()).collect();
        stuck.iter().for_each(|&node| leads[node as usize].push(end));
        let behind = Dominators::of(&graph(&leads).reversed(), end);
        let mut decided_at = vec![Vec::new(); end as usize];
        for at in (0..end).filter(|&at| leads[at as usize].len() > 1) {
            for &to in &leads[at as usize] {
                let mut next = Some(to);
                while let Some(node) = next.filter(|&node| node != end && Some(node) != behind.above(at)) {
                    decided_at[node as usize].push(Location(at));
                    next = behind.above(node);
                }
            }
        }
        Control { decided_at, behind, stuck: stuck.into_iter().map(Location).collect() }
    }

    /// Where all ways from a location meet again.
    fn way_around(&self, body: &Body, at: Location) -> Option<Location> {
        let next = self.behind.above(at.0).map(Location)?;
        (next.index() < body.locations()).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use cfa::address::Addresses;
    use verdict::Property;

    use super::*;
    use crate::encode::Encoder;
    use crate::externs::Externs;
    use crate::{Job, Options};

    /// For each loop of `main`, the names of what is unknown behind it if it is passed over.
    fn loops(text: &str) -> Vec<Option<Vec<String>>> {
        let text = format!("extern void reach_error(void); extern int __VERIFIER_nondet_int(void); {text}");
        let program = cfa::from_text(&text).unwrap_or_else(|error| panic!("{error:?}"));
        let (addresses, options) = (Addresses::of(&program), Options::default());
        let mut terms = Terms::default();
        let storage = Storage::of(&program, &addresses, Externs::Pure, &mut terms);
        let property = Property::UnreachCall;
        let job = Job {
            options: &options,
            property,
            excluded: &[],
            is_whole: false,
            effort: u64::MAX,
            is_first: true,
        };
        let mut builder = Builder::new(&program, &addresses, Encoder::new(&program, terms, storage), &job);
        let main = program.main.unwrap();
        let body = program.function(main).body.as_ref().unwrap();
        let heads = cfa::loops::Loops::of(body).loops;
        let of_head = |head: Location| {
            let (mut at, mut names) = (head, Vec::new());
            for _ in 0..body.locations() {
                let Some(next) = builder.cone.way_around(main, at) else { break };
                let unknown = builder.cone.unknown(&builder.encoder.storage, body, (main, at));
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

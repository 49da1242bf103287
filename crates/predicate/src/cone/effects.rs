//! What each location does: what it sets and reads, whom it calls, whether a search may end there, and where control goes on.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::{BTreeMap, BTreeSet};

use cfa::op::{Op, Value};
use cfa::program::{Edge, FunctionId, Location};

use crate::block::{Builder, PULSE, Point, Step, Target};
use crate::encode::State;
use formula::{Symbol, Term, Terms};

pub type Place = (FunctionId, Location);

/// What the locations of all functions do that `main` may call.
#[derive(Debug, Default)]
pub struct Effects {
    of: HashMap<FunctionId, Vec<Effect>>,
    called: HashSet<FunctionId>,
}

/// What a location does.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// Whether a search may end here.
    pub is_end: bool,
    /// What is read to decide which way to go.
    pub decides: Vec<Symbol>,
    /// What is set, and what is read for it.
    pub sets: BTreeMap<Symbol, Vec<Symbol>>,
    pub calls: BTreeSet<FunctionId>,
    /// Where control goes on, edge by edge; nothing where an edge is not left.
    pub leads: Vec<Option<Location>>,
}

impl Effects {
    /// Found by the same steps that blocks are made of, so nothing that a block sets is missed. What it reads may be, where
    /// an encoding depends on whether a value is known. Nothing if there is no time for it.
    pub fn of(builder: &mut Builder<'_>) -> Option<Effects> {
        let (mut effects, mut done) = (Effects::default(), HashSet::default());
        let mut work: Vec<FunctionId> = builder.program.main.into_iter().collect();
        while let Some(function) = work.pop() {
            if done.insert(function) {
                effects.collect(builder, function)?;
                work.extend(effects.called.iter().filter(|it| !done.contains(it)));
            }
        }
        Some(effects)
    }

    /// What a function does, location by location; nothing if it is not called.
    pub fn function(&self, function: FunctionId) -> &[Effect] {
        self.of.get(&function).map_or(&[], Vec::as_slice)
    }

    pub fn all(&self) -> impl Iterator<Item = (Place, &Effect)> {
        self.of.iter().flat_map(|(&function, all)| (0..).map(move |at| (function, Location(at))).zip(all))
    }

    fn at(&mut self, builder: &Builder<'_>, (function, at): Place) -> &mut Effect {
        let locations =
            || builder.program.function(function).body.as_ref().map_or(0, |body| body.locations());
        let all = self.of.entry(function).or_insert_with(|| vec![Effect::default(); locations()]);
        &mut all[at.index()]
    }

    fn collect(&mut self, builder: &mut Builder<'_>, function: FunctionId) -> Option<()> {
        let Some(body) = &builder.program.function(function).body else { return Some(()) };
        let context = builder.summarised(function);
        for at in (0..body.locations() as u32).map(Location).filter(|&at| at != body.exit) {
            if at.0.is_multiple_of(PULSE as u32) && builder.limits.reached().is_some() {
                return None;
            }
            let (point, place) = (Point { context, at }, (function, at));
            let flow = builder.flow(point);
            let effect = self.at(builder, place);
            effect.is_end = flow.ways().iter().any(|way| way.may_stop(body));
            effect.leads =
                flow.ways().iter().map(|way| (!way.is_terminal()).then_some(way.edge.to)).collect();
            let (mut entered, mut summaries) = (Vec::new(), Vec::new());
            for (target, state) in builder.step(point, &flow, State::start()).ends {
                self.note(builder, place, &state);
                match target {
                    Target::Error | Target::Obstacle(_) => self.at(builder, place).is_end = true,
                    Target::Enter(edge, callee) => summaries.push((edge, callee)),
                    Target::Point(next) if next.context != context => entered.push(next),
                    Target::Point(_) => {}
                }
            }
            for (edge, callee) in summaries {
                let callee = builder.function(callee.context);
                self.note_call(builder, place, callee);
                let result = builder.result_of(callee);
                let result = result.map(|symbol| builder.encoder.terms.symbol(symbol));
                let result = result.zip(builder.result_scalar(callee));
                let step = builder.take_result(point, edge, result);
                self.note_all(builder, place, &step);
            }
            for callee in entered {
                self.note_call(builder, place, builder.function(callee.context));
                self.note_return(builder, place, callee);
            }
        }
        Some(())
    }

    fn note_call(&mut self, builder: &Builder<'_>, place: Place, callee: FunctionId) {
        self.called.insert(callee);
        self.at(builder, place).calls.insert(callee);
    }

    fn note_all(&mut self, builder: &Builder<'_>, place: Place, step: &Step) {
        step.ends.iter().for_each(|(_, state)| self.note(builder, place, state));
    }

    fn note(&mut self, builder: &Builder<'_>, place: Place, state: &State) {
        let terms = &builder.encoder.terms;
        let effect = self.at(builder, place);
        effect.decides.extend(symbols(terms, state.guard));
        for (&data, &value) in &state.values {
            effect.sets.entry(data).or_default().extend(symbols(terms, value));
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
}

fn symbols(terms: &Terms, term: Term) -> Vec<Symbol> {
    let mut found = Vec::new();
    terms.for_each_symbol(&[term], |symbol| found.push(symbol));
    found
}

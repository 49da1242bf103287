//! Reusing what earlier runs recorded: four ways to explore a program, with the same verdicts.
//!
//! - `off`: nothing is reused.
//! - `rmc`: G. Yang, M. Dwyer, G. Rothermel, "Regression Model Checking" (ICSM 2009), figure 4. Everything is executed, up
//!   to states from which no change can be reached (see [`crate::memo`]).
//! - `isse`: S. Lauterburg, A. Sobeih, D. Marinov, M. Viswanathan, "Incremental State-Space Exploration for Programs with
//!   Dynamically Allocated Data" (ICSE 2008), figure 4. Transitions whose result is known are executed only if they lead
//!   to a state that is new in this run.
//! - `delta`: both, and lazily: known transitions are followed without the machine, which is put where it is needed only
//!   when something has to be executed.
//!
//! Guarantee: the verdict of each property is that of a run without reuse, unless a limit stops one of them.
//!
//! Deviations:
//! 1. *Modified* is decided for each transition by its footprint, not for each method by hand (ISSE line 11).
//! 2. A tree transition is executed with its fingerprint (ISSE leaves out the post-processing): the machine keeps it up to
//!    date anyway, and it is compared with the record's.
//! 3. A state with a violation stays in the record, with what tells the violation; the violation is replayed before it is
//!    shown. If the replay fails, or a rebuilt state is another one, the run starts over without reuse.
//! 4. With a limit to the depth nothing is pruned: what lies behind a clean state may lie too deep.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cfa::Program;
use machine::FaultKind;
use machine::exec::{Image, Machine};
use machine::explore::{self, Choice, Hash, Names, Reference};
use machine::footprint::Layout;
use machine::inputs::Inputs;

use crate::audit::{self, Audit};
use crate::frontier::{Frontier, Node};
use crate::layer::{Flaw, Kind, Layer, NONE, Outcome, encode_reference};
use crate::memo::{Fact, Known, Memo, holding, numbers};
use crate::plan::{Grown, Place, Plan};
use crate::property::Property;
use crate::record::{Recorder, Source};
pub use crate::record::{Sink, merge, recover};
use crate::search::{Limits, Observer, Options, Order, Report, Scope, Search, Violation};
use crate::trace::{End, replay};
use crate::visited::Visited;

/// How to reuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    Off,
    Rmc,
    Isse,
    #[default]
    Delta,
}

impl Mode {
    pub const ALL: [Mode; 4] = [Mode::Off, Mode::Rmc, Mode::Isse, Mode::Delta];

    pub fn name(self) -> &'static str {
        match self {
            Mode::Off => "off",
            Mode::Rmc => "rmc",
            Mode::Isse => "isse",
            Mode::Delta => "delta",
        }
    }
}

/// What to reuse, and whether to record.
#[derive(Clone, Default)]
pub struct Request {
    pub mode: Mode,
    /// Layers of the record that the run builds on, the newest first.
    pub base: Vec<Layer>,
    /// Functions that count as changed whatever the record says.
    pub changed: Vec<String>,
    pub is_recording: bool,
    /// How much of what is reused is executed again.
    pub audit: Audit,
    /// Gets the record while it grows; raised from outside when it should get what there is.
    pub sink: Option<Rc<RefCell<dyn Sink>>>,
    pub flush: Arc<AtomicBool>,
}

/// What became of the request.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    /// Why nothing is recorded or reused, if the program does not allow it.
    pub refused: Option<&'static str>,
    /// The record did not fit the program: the run started over without it. That is an error of ours.
    pub is_rejected: bool,
    /// Transitions executed again by the audit.
    pub audited: u64,
    /// Footprints of the base, and how many of them hold.
    pub facts: usize,
    pub facts_held: usize,
    /// Functions with something that the base does not know.
    pub changed: Vec<String>,
}

/// A verdict, and what was recorded on the way to it.
pub struct Checked {
    pub report: Report,
    /// Sections of a new layer, if there is something new.
    pub layer: Option<Vec<Vec<u8>>>,
    /// All elements of the program.
    pub elements: Vec<Hash>,
    pub ledger: Ledger,
    changed: HashSet<u32>,
}

/// The record does not fit the program.
#[derive(Debug)]
pub(crate) struct Rejected;

/// Explores a program, with what is known.
pub fn check(
    program: &Program,
    options: &Options,
    request: &Request,
    observer: &mut dyn Observer,
) -> Checked {
    let refused = refusal(program, options);
    let is_plain = refused.is_some() || (!request.is_recording && request.base.is_empty());
    let plain = Request { mode: Mode::Off, ..Request::default() };
    let attempted = attempt(program, options, if is_plain { &plain } else { request }, observer);
    match attempted.and_then(|checked| audit_fully(program, options, request, observer, checked)) {
        Ok(mut checked) => {
            checked.ledger.refused = refused;
            checked
        }
        Err(Rejected) => {
            let alone = Request { mode: Mode::Off, base: Vec::new(), sink: None, ..request.clone() };
            let again = attempt(program, options, &alone, observer);
            let mut checked = again.unwrap_or_else(|Rejected| unreachable!("there is nothing to reject"));
            checked.ledger.is_rejected = true;
            checked
        }
    }
}

/// Explores everything again if that is asked for, and compares: the verdicts, and all that the base knows.
fn audit_fully(
    program: &Program,
    options: &Options,
    request: &Request,
    observer: &mut dyn Observer,
    mut checked: Checked,
) -> Result<Checked, Rejected> {
    if request.audit != Audit::Full || request.base.is_empty() || request.mode == Mode::Off {
        return Ok(checked);
    }
    let again = Request { mode: Mode::Off, is_recording: true, sink: None, ..request.clone() };
    let scratch = attempt(program, options, &again, observer)?;
    let memo = Memo::new(request.base.clone(), numbers(&scratch.elements, &scratch.changed));
    if let Some(layer) = scratch.layer.and_then(|sections| Layer::open(Arc::new(sections))) {
        checked.ledger.audited += audit::compare(&layer, &memo)?;
    }
    let is_limited = |report: &Report| report.obstacles.iter().any(|obstacle| obstacle.reason.is_limit());
    let is_same = scratch.report.properties == checked.report.properties;
    if !is_same && !is_limited(&scratch.report) && !is_limited(&checked.report) {
        return Err(Rejected);
    }
    Ok(checked)
}

/// What a record is worth for a program.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Footprints of the record, and how many of them hold.
    pub facts: usize,
    pub facts_held: usize,
    /// Its states, and from how many of them no change can be reached.
    pub states: usize,
    pub clean: usize,
    /// Whether the program starts at one of these: then nothing has to be executed.
    pub is_clean: bool,
}

/// Looks at a record with the eyes of a program, without exploring it. Nothing if the program cannot be explored.
pub fn estimate(program: &Program, options: &Options, base: &[Layer]) -> Option<Estimate> {
    if refusal(program, options).is_some() {
        return None;
    }
    let newest = base.first()?;
    let (image, memory) = Image::new(program).ok()?;
    let named = change::Names::of(program, newest.outline().as_ref());
    let names = names(&named);
    let machine = Machine::explore_as(&image, memory, options.machine(), &names, &newest.reference()).ok()?;
    let elements = elements(&machine, &Layout::of(&image), &named, &names);
    let mut memo = Memo::new(base.to_vec(), numbers(&elements, &HashSet::new()));
    memo.find_clean();
    let (facts, facts_held) = memo.holding();
    let is_clean = memo.find(machine.fingerprint()).is_some_and(|known| memo.clean(known).is_some());
    Some(Estimate { facts, facts_held, states: memo.states(), clean: memo.clean_states(), is_clean })
}

fn names(named: &change::Names) -> Names {
    Names {
        functions: named.functions.clone(),
        locations: named.locations.clone(),
        locals: named.locals.clone(),
    }
}

/// What stands in the way of recording.
fn refusal(program: &Program, options: &Options) -> Option<&'static str> {
    let is_jump = |name: &str| name.contains("setjmp") || name.contains("longjmp");
    let addresses = cfa::address::Addresses::of(program);
    let has_jump = program.functions.iter().enumerate().any(|(index, function)| {
        let is_reached = addresses.is_function_reached(cfa::program::FunctionId(index as u32));
        let mut edges = function.body.iter().flat_map(|body| &body.edges);
        is_reached
            && (is_jump(&function.name) || edges.any(|edge| matches!(edge.op, cfa::op::Op::LongJump { .. })))
    });
    match () {
        () if options.is_stateless => Some("a search without states records nothing"),
        () if has_jump => Some("programs with setjmp or longjmp are not recorded"),
        () => None,
    }
}

fn attempt(
    program: &Program,
    options: &Options,
    request: &Request,
    observer: &mut dyn Observer,
) -> Result<Checked, Rejected> {
    let mut search = Search::new(program, options, observer);
    let inputs = Inputs::of(program, &options.machine);
    search.scope = Scope {
        is_range_used: inputs.is_bounded,
        is_depth_reached: false,
        is_without_arguments: machine::inputs::has_arguments(program),
        is_clock_stepped: machine::inputs::has_clock(program),
        is_weak_exchange_strong: machine::inputs::has_weak_exchange(program),
    };
    let finished = |search: Search<'_>| Checked {
        report: search.report(),
        layer: None,
        elements: Vec::new(),
        ledger: Ledger::default(),
        changed: HashSet::new(),
    };
    let unbounded = inputs.unbounded();
    if !unbounded.is_empty() {
        search.decline(&unbounded);
        return Ok(finished(search));
    }
    let (image, memory) = match Image::new(program) {
        Ok(image) => image,
        Err(stop) => {
            search.ended_before_main(stop);
            return Ok(finished(search));
        }
    };
    if request.base.is_empty() && !request.is_recording {
        match Machine::explore(&image, memory, options.machine()) {
            Ok(mut machine) => search.run(&mut machine)?,
            Err(stop) => search.ended_before_main(stop),
        }
        return Ok(finished(search));
    }
    let base = request.base.first();
    let outline = base.and_then(Layer::outline);
    let reference = reference_of(base);
    let named = change::Names::of(program, outline.as_ref());
    let names = names(&named);
    let explored = Machine::explore_as(&image, memory, options.machine(), &names, &reference);
    let mut machine = match explored {
        Ok(machine) => machine,
        Err(stop) => {
            search.ended_before_main(stop);
            return Ok(finished(search));
        }
    };
    let layout = Layout::of(&image);
    let elements = elements(&machine, &layout, &named, &names);
    let changed = changed_by_hand(program, &layout, &request.changed);
    let mut ledger = Ledger::default();
    if !request.base.is_empty() {
        ledger.changed = changed_functions(program, &layout, &elements, &request.base, &changed);
    }
    let is_reusing = request.mode != Mode::Off && !request.base.is_empty();
    // With a limit to the depth, and breadth first, states are walked one by one: their depths matter.
    let is_planned = is_reusing
        && request.mode == Mode::Delta
        && options.limits.depth.is_none()
        && options.order != Order::Breadth;
    let numbers = numbers(&elements, &changed);
    if is_reusing {
        (ledger.facts, ledger.facts_held) = holding(&request.base, &numbers);
    }
    if is_planned
        && ledger.facts_held < ledger.facts
        && let Some(report) = probe(program, options, &request.base)
    {
        return Ok(Checked { report, layer: None, elements, ledger, changed });
    }
    // What does not hold at all is not worth looking at.
    let mut memo = (is_reusing && ledger.facts_held > 0).then(|| Memo::new(request.base.clone(), numbers));
    if let Some(memo) = &mut memo {
        search.visited.expect(memo.states());
        if matches!(request.mode, Mode::Rmc | Mode::Delta) && options.limits.depth.is_none() {
            memo.find_clean();
        }
    }
    let reference = machine.reference().map(encode_reference).unwrap_or_default();
    let head = [named.outline(program).encode(), reference, elements.concat()];
    let plan = memo.as_ref().filter(|_| is_planned).map(Plan::new);
    search.reuse = Reuse {
        mode: request.mode,
        memo,
        plan,
        recorder: request.is_recording.then(|| Recorder::new(&image, &layout, head, request.sink.clone())),
        flush: request.flush.clone(),
        names: Some((&layout, &elements)),
        ..Reuse::default()
    };
    search.run(&mut machine)?;
    if let Some(memo) = search.reuse.memo.as_ref().filter(|_| request.audit == Audit::Auto)
        && let Ok((_, memory)) = Image::new(program)
        && let Ok(mut machine) =
            Machine::explore_as(&image, memory, options.machine(), &names, &reference_of(base))
    {
        ledger.audited = audit::walk(&mut machine, memo, search.stats.executed, search.stats.states)?;
    }
    let recorder = search.reuse.recorder.take();
    let visited = std::mem::take(&mut search.visited);
    let layer = recorder.and_then(|it| it.finish(&visited.into_sorted()));
    let report = search.report();
    Ok(Checked { report, layer, elements, ledger, changed })
}

/// Looks for a violation near the start before the known part is walked: changes that break a program often do so at
/// once, and then a walk would be all that the run costs. The report of what was found, if something was.
fn probe(program: &Program, options: &Options, base: &[Layer]) -> Option<Report> {
    let states = base.iter().map(Layer::states).sum::<usize>() as u64 / PROBE;
    if states < LEAST_PROBE || options.is_keeping_going {
        return None;
    }
    let limits = Limits { states: Some(states), ..options.limits.clone() };
    let nobody = &mut |_: &crate::Stats| {};
    let report = crate::search::check(program, &Options { limits, ..options.clone() }, nobody);
    (!report.violations.is_empty()).then_some(report)
}

/// What a location, a callee or the end of the program comes to, by number of the layout.
fn elements(machine: &Machine<'_>, layout: &Layout, named: &change::Names, names: &Names) -> Vec<Hash> {
    let own = named.contents.iter().flatten().chain(&named.entries).map(|element| element.hash);
    let own = own.chain([[0; 16]]);
    let facts = machine.facts(layout, names);
    let both = own.zip(facts).map(|(own, fact)| {
        let hash = blake3::hash(&[own, fact].concat());
        let mut element = [0; 16];
        element.copy_from_slice(&hash.as_bytes()[..16]);
        element
    });
    both.collect()
}

fn reference_of(base: Option<&Layer>) -> Reference {
    base.map(Layer::reference).unwrap_or_default()
}

/// The locations of functions that are said to have changed.
fn changed_by_hand(program: &Program, layout: &Layout, changed: &[String]) -> HashSet<u32> {
    let mut numbers = HashSet::new();
    for (index, function) in program.functions.iter().enumerate() {
        if changed.contains(&function.source_name) {
            numbers.extend(layout.of_function(cfa::program::FunctionId(index as u32)));
        }
    }
    numbers
}

fn changed_functions(
    program: &Program,
    layout: &Layout,
    elements: &[Hash],
    base: &[Layer],
    changed: &HashSet<u32>,
) -> Vec<String> {
    let known: HashSet<&Hash> = base.iter().flat_map(|layer| &layer.elements).collect();
    let is_new = |number: u32| changed.contains(&number) || !known.contains(&elements[number as usize]);
    let functions = program.functions.iter().enumerate().filter(|(_, function)| function.body.is_some());
    functions
        .filter(|(index, _)| layout.of_function(cfa::program::FunctionId(*index as u32)).any(is_new))
        .map(|(_, function)| function.source_name.clone())
        .collect()
}

/// One of so many known states is looked at before they are walked, if that makes so many at least.
const PROBE: u64 = 400;
const LEAST_PROBE: u64 = 500;

/// What is recorded during a search, and what it recalls.
#[derive(Default)]
pub(crate) struct Reuse<'a> {
    mode: Mode,
    memo: Option<Memo>,
    plan: Option<Plan>,
    recorder: Option<Recorder<'a>>,
    names: Option<(&'a Layout, &'a [Hash])>,
    /// Violations that have been shown.
    flaws: HashSet<Flaw>,
    pub choices: Vec<Choice>,
    /// Known states that have numbers.
    numbered: HashSet<u32>,
    flush: Arc<AtomicBool>,
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
}

impl Reuse<'_> {
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

    /// Whether a transition came to what is known of it.
    pub fn is_confirmed(&self, recalled: &Recalled, print: u128) -> bool {
        let Recollection::State(state) = recalled.to else { return false };
        self.memo.as_ref().and_then(|memo| memo.print(recalled.layer, state)) == Some(print)
    }

    /// What is known of a state that has this number in this run.
    pub fn find(&mut self, print: u128, number: u32) -> Option<Known> {
        let memo = self.memo.as_mut()?;
        let known = memo.find(print)?;
        if let Some(state) = memo.state(known) {
            memo.meet(known.layer, state, number);
        }
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

    pub fn flaw(
        &mut self,
        machine: &Machine<'_>,
        thread: usize,
        property: Property,
        kind: FaultKind,
    ) -> Flaw {
        let standing = self.names.and_then(|(layout, elements)| {
            let number = machine.standing(layout, thread)?;
            elements[number as usize].first_chunk::<8>().map(|bytes| u64::from_le_bytes(*bytes))
        });
        let place = standing.unwrap_or_default() ^ (kind as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let flaw = Flaw { property, place };
        self.flaws.insert(flaw);
        flaw
    }

    pub fn executed_to_state(&mut self, machine: &Machine<'_>, node: &Node, choice: Choice, to: u32) {
        if let Some(recorder) = &mut self.recorder {
            let footprint = Source::Here(recorder.footprint(machine));
            recorder.edge(node, choice, to, footprint);
        }
    }

    pub fn executed_to_end(&mut self, machine: &Machine<'_>, node: &Node, choice: Choice, outcome: &Outcome) {
        if let Some(recorder) = &mut self.recorder {
            let (to, footprint) = (recorder.outcome(outcome), Source::Here(recorder.footprint(machine)));
            recorder.edge(node, choice, to, footprint);
        }
    }

    pub fn kind(&mut self, machine: &Machine<'_>, choices: &[Choice], flaws: &[Flaw]) -> u32 {
        self.recorder.as_mut().map_or(NONE, |recorder| recorder.kind(machine, choices, flaws))
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
        let kind = |recorder: &mut Recorder<'_>| {
            let (memo, known) = memo.zip(known)?;
            let kind = memo.kind(known)?;
            let elements = memo.elements(known.layer, kind.footprint)?;
            let footprint = recorder.footprint_of(&elements);
            Some(recorder.kind_of(&Kind { footprint, ..kind.clone() }))
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
fn translate(memo: Option<&Memo>, recorder: &mut Recorder<'_>, layer: u8, footprint: u32) -> Option<u32> {
    let elements = memo?.elements(layer, footprint)?;
    Some(recorder.footprint_of(&elements))
}

impl Search<'_> {
    /// Goes on by what is known of a choice, if that will do. Else it has to be executed.
    pub(crate) fn use_recalled(
        &mut self,
        machine: &mut Machine<'_>,
        frontier: &mut dyn Frontier,
        node: &Node,
        choice: Choice,
        recalled: &Recalled,
    ) -> Result<bool, Rejected> {
        let path = |frontier: &dyn Frontier| -> Vec<Choice> {
            frontier.path().into_iter().chain([choice]).collect()
        };
        let state = match &recalled.to {
            Recollection::State(state) => *state,
            Recollection::Outcome(outcome) => {
                self.stats.ends += u64::from(outcome.is_end);
                for flaw in &outcome.flaws {
                    self.show(*flaw, || path(frontier))?;
                }
                if let Some(recorder) = &mut self.reuse.recorder {
                    let to = recorder.outcome(outcome);
                    recorder.edge(node, choice, to, recalled.source());
                }
                return Ok(true);
            }
        };
        if self.reuse.plan.is_some() {
            return self.use_planned(machine, frontier, node, choice, recalled, state);
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
        let is_pruned = self.prunes(known, || path(frontier))?;
        let mut choices = std::mem::take(&mut self.reuse.choices);
        choices.clear();
        let kind = self.reuse.memo.as_ref().and_then(|memo| memo.kind(known));
        choices.extend(kind.iter().flat_map(|kind| &kind.choices));
        let flaws = kind.map(|kind| kind.flaws.clone());
        if flaws.is_none() && !is_pruned {
            self.reuse.choices = choices;
            return Ok(false);
        }
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
                for flaw in flaws.into_iter().flatten() {
                    self.show(flaw, || path(frontier))?;
                }
                self.limit_depth(depth, &mut choices);
                let node = Node { number, kind: NONE, memo: Known::pack(Some(known)), print };
                frontier.enter(machine, node, &choices, Some(choice), false);
            }
        }
        self.reuse.choices = choices;
        Ok(true)
    }

    /// As [`Search::use_recalled`], with a plan: only what is needed is entered.
    fn use_planned(
        &mut self,
        machine: &mut Machine<'_>,
        frontier: &mut dyn Frontier,
        node: &Node,
        choice: Choice,
        recalled: &Recalled,
        state: u32,
    ) -> Result<bool, Rejected> {
        let Reuse { memo: Some(memo), plan: Some(plan), .. } = &mut self.reuse else { return Ok(false) };
        let to = memo.representative((recalled.layer, state));
        let print = memo.print(to.0, to.1).ok_or(Rejected)?;
        let is_entered = if plan.is_seen(to) {
            let from = Known::unpack(node.memo).and_then(|known| memo.place(known));
            let edge = from.and_then(|from| Some((from, memo.index(from, choice)?)));
            edge.is_some_and(|(from, index)| plan.leads(from, index, to))
        } else {
            let grown = plan.grow(memo, to);
            let prefix = frontier.path().into_iter().chain([choice]).collect();
            self.take_in(grown, prefix)?;
            self.reuse.plan.as_ref().is_some_and(|plan| plan.is_needed(to)) && !self.is_over()
        };
        let number = self.number_of(print, true);
        if is_entered {
            let Reuse { memo: Some(memo), plan: Some(plan), choices, .. } = &mut self.reuse else {
                return Ok(false);
            };
            // What can be done there is not known: the machine has to go there.
            let Some(known) = memo.known(to) else { return Ok(false) };
            let Some(kind) = memo.kind(known) else { return Ok(false) };
            plan.enter(to);
            choices.clear();
            choices.extend_from_slice(&kind.choices);
            plan.choices(memo, to, choices);
            let entered = Node { number, kind: NONE, memo: Known::pack(Some(known)), print };
            frontier.enter(machine, entered, choices, Some(choice), false);
        }
        self.reuse.reused(node, choice, number, recalled);
        Ok(true)
    }

    /// Whether there is nothing to do at a state where the machine stands, because it is known; and where it is known.
    pub(crate) fn is_known(
        &mut self,
        print: u128,
        path: impl Fn() -> Vec<Choice>,
    ) -> Result<(bool, Option<Place>), Rejected> {
        let Reuse { memo: Some(memo), plan: Some(plan), .. } = &mut self.reuse else {
            return Ok((false, None));
        };
        let Some(place) = memo.locate(print) else { return Ok((false, None)) };
        if !plan.is_seen(place) {
            let grown = plan.grow(memo, place);
            self.take_in(grown, path())?;
        }
        let Some(plan) = &mut self.reuse.plan else { return Ok((false, None)) };
        let is_waiting = plan.is_waiting(place);
        plan.enter(place);
        Ok((!is_waiting, Some(place)))
    }

    /// Counts what a walk has found, and shows what is wrong. `path` leads to where the walk began.
    fn take_in(&mut self, grown: Grown, path: Vec<Choice>) -> Result<(), Rejected> {
        let stats = &mut self.stats;
        stats.states += grown.states;
        stats.transitions += grown.transitions;
        stats.reused += grown.transitions;
        stats.pruned += grown.pruned;
        stats.ends += grown.ends;
        stats.depth = stats.depth.max(path.len() as u64 + grown.depth);
        self.is_full();
        for (flaw, rest) in grown.flaws {
            if !self.is_over() {
                self.show(flaw, || [path.clone(), rest.clone()].concat())?;
            }
        }
        Ok(())
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

    /// Whether nothing has to be explored from a state.
    pub(crate) fn prunes(&mut self, known: Known, path: impl Fn() -> Vec<Choice>) -> Result<bool, Rejected> {
        if !matches!(self.reuse.mode, Mode::Rmc | Mode::Delta) || self.options.limits.depth.is_some() {
            return Ok(false);
        }
        let clean = self.reuse.memo.as_ref().and_then(|memo| memo.clean(known));
        match clean {
            None => return Ok(false),
            Some(true) if self.options.is_keeping_going || self.reuse.mode == Mode::Delta => {
                return Ok(false);
            }
            Some(true) => {
                let found = self.reuse.memo.as_ref().and_then(|memo| memo.counterexample(known));
                let Some((suffix, flaw)) = found else { return Ok(false) };
                self.show(flaw, || [path(), suffix.clone()].concat())?;
            }
            Some(false) => {}
        }
        self.stats.pruned += 1;
        Ok(true)
    }

    /// A violation that is known from the record: it is replayed.
    fn show(&mut self, flaw: Flaw, path: impl Fn() -> Vec<Choice>) -> Result<(), Rejected> {
        if !self.reuse.flaws.insert(flaw) {
            return Ok(());
        }
        let (property, path) = (flaw.property, path());
        let options: explore::Options = self.options.machine();
        let replayed = replay(self.program, &options, property, &path, Box::new(|_| {}), |_, _| {});
        let End::Fault { fault, thread, call_stack } = replayed.end else { return Err(Rejected) };
        let violated = Property::violated_by(fault.kind);
        let is_it = violated == property
            || (property, fault.kind) == (Property::ValidMemcleanup, FaultKind::MemoryLeak);
        if !is_it {
            return Err(Rejected);
        }
        self.add_violation(Violation { property, fault, path, call_stack, thread });
        Ok(())
    }
}

impl Reuse<'_> {
    fn reused(&mut self, node: &Node, choice: Choice, to: u32, recalled: &Recalled) {
        if let Some(recorder) = &mut self.recorder {
            recorder.edge(node, choice, to, recalled.source());
        }
    }
}

//! Reusing what earlier runs recorded: four ways to explore a program, with the same report.
//!
//! - `off`: nothing is reused.
//! - `rmc`: everything is executed, up to states from which no change can be reached ([`crate::rmc`]).
//! - `isse`: transitions whose result is known are executed only if they lead to a state that is new ([`crate::isse`]).
//! - `delta`: both, and lazily: known transitions are followed without the machine ([`crate::delta`]).
//!
//! Guarantee: the report (verdicts, violations with their paths, obstacles, scope) is that of a run without reuse, whatever
//! the layers hold, unless a limit stops one of them. Three things carry it:
//!
//! - *Pruning is exact* ([`crate::rmc`]).
//! - *A plan only shows that nothing is wrong.* Its order is another one, so at the first flaw, known or new, the search is
//!   done again without a plan, with what it has found out as the newest layer. That costs nothing where nothing is wrong.
//!   (With obstacles nothing is done again: all of them are met in any order, and what is told of them does not depend on it.)
//!   The same goes for several workers ([`crate::crew`]), with a plan or without.
//! - *What is wrong is executed* ([`crate::lazy`]).
//!
//! If a violation does not show when it is executed, or a rebuilt state is another one, the run starts over without reuse.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, atomic::AtomicBool};

use cfa::Program;
use machine::exec::{Image, Machine};
use machine::explore::Hash;
use machine::footprint::Layout;
use machine::inputs::Inputs;
use serde::{Deserialize, Serialize};
use verdict::Unknown;

use crate::aspects::Aspects;
use crate::audit::{self, Audit};
pub use crate::claims::Seen;
use crate::concrete::{Concrete, Named};
pub use crate::condense::Needs;
use crate::confirm::{self, Given};
use crate::crew::{self, Crewed};
use crate::element::{changed_by_hand, changed_functions, elements, names};
pub use crate::estimate::{Estimate, estimate};
use crate::findings::{Findings, Report};
use crate::layer::{Layer, encode_reference};
use crate::memo::{Memo, holding, is_worth, numbers};
pub use crate::merge::{merge, unite};
use crate::near::Near;
use crate::options::{Observer, Options, Stats};
use crate::parts::Families;
use crate::path::Impossible;
use crate::portion::{self, Portion, Rest};
use crate::probe::probe;
use crate::recorder::Recorder;
pub use crate::recorder::Sink;
pub use crate::refusal::refusal;
use crate::rmc::Clean;
use crate::search::Search;
pub use crate::sections::recover;
use crate::space::{Ended, Rejected, Space};
use crate::stack::{Explored, Stack, is_plannable};
pub use crate::together::together;
use crate::why::{Losses, Now, losses};

/// How to reuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
    /// What a record may take in memory, about; what comes later is not recorded.
    pub record_bytes: Option<usize>,
    /// How much of what is reused is executed again.
    pub audit: Audit,
    /// What the ranges of one search have claimed so far: each goes on with that. Nothing is shared without it.
    pub seen: Option<Rc<RefCell<Option<Seen>>>>,
    /// Only a portion of the search is done, within the range of the options, and recorded.
    pub portion: Option<Portion>,
    /// Gets the record while it grows; raised from outside when it should get what there is.
    pub sink: Option<Rc<RefCell<dyn Sink>>>,
    pub flush: Arc<AtomicBool>,
}

impl Request {
    /// Lets a search go on with what other ranges have claimed.
    fn go_on(&self, search: &mut Search<'_>) {
        let seen = self.seen.as_ref().and_then(|seen| seen.borrow_mut().take());
        seen.into_iter().for_each(|seen| search.shared.claims.go_on(seen));
    }

    /// Whether several workers may go through what is known: not if it matters which states come first.
    fn is_shareable(&self, options: &Options) -> bool {
        let is_reusing = self.mode != Mode::Off && !self.base.is_empty();
        self.portion.is_none() && !(is_reusing && options.limits.states.is_some())
    }

    /// Lets a search be a portion.
    fn share(&self, search: &mut Search<'_>) {
        if let Some(Portion { budget, committed }) = &self.portion {
            search.shared.budget = Some(budget.clone());
            search.shared.claims.stop_at(committed.clone());
        }
    }

    /// Keeps what a search has claimed for the next range.
    fn keep(&self, search: &mut Search<'_>) {
        if let Some(seen) = &self.seen {
            *seen.borrow_mut() = Some(search.shared.claims.seen());
        }
    }
}

/// What became of the request.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Ledger {
    /// Why nothing is recorded or reused, if the program does not allow it.
    pub refused: Option<Cow<'static, str>>,
    /// The record did not fit the program: the run started over without it. That is an error of ours.
    pub is_rejected: bool,
    /// As [`Ledger::is_rejected`], where inputs are symbols: a state was gone to once more and told in another way. It was dear, and nothing else.
    #[serde(default)]
    pub is_astray: bool,
    /// Several workers explored, side by side.
    pub has_workers: bool,
    /// Transitions executed again by the audit.
    pub audited: u64,
    /// Footprints of the base, and how many of them hold.
    pub facts: usize,
    pub facts_held: usize,
    /// What of the base does not hold, and why.
    pub losses: Losses,
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
    /// The program has no such path as the range names.
    pub impossible: Option<Impossible>,
    /// By layer of the base: whether it was of use. Nothing if that is not known.
    pub used: Option<Vec<bool>>,
    /// What a portion leaves behind.
    pub rest: Option<Rest>,
    /// The inputs with which the violations show, where inputs are symbols.
    pub given: Option<Given>,
    families: Families,
    changed: HashSet<u32>,
    start: u128,
}

impl Checked {
    /// What there is to know of the program so that layers of its record can be made one. Nothing if something is believed of
    /// it only in this run.
    pub fn needs(&self) -> Option<Needs> {
        let (elements, families) = (self.elements.clone(), self.families.clone());
        self.changed.is_empty().then_some(Needs { elements, families, start: self.start })
    }

    fn numbers(&self, layers: &[Layer]) -> HashMap<Hash, u32> {
        numbers(&self.elements, &self.families, &self.changed, layers)
    }
}

/// How a search goes through what is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Only to states at which something has to be executed, if that can be.
    Planned,
    /// State by state, in the order of a search without reuse.
    InOrder,
    /// As [`Way::InOrder`], and no state is left out, so that there are as many as without reuse.
    Counted,
}

/// Explores a program, with what is known.
pub fn check(
    program: &Program,
    options: &Options,
    request: &Request,
    observer: &mut dyn Observer,
) -> Checked {
    let refused = refusal(program, options);
    let is_plain = refused.is_some() || (!request.is_recording && request.base.is_empty());
    let plain = Request { seen: request.seen.clone(), ..Request::default() };
    let attempted =
        attempt(program, options, if is_plain { &plain } else { request }, observer, Way::Planned);
    match attempted.and_then(|checked| audit_fully(program, options, request, observer, checked)) {
        Ok(mut checked) => {
            if options.machine.has_symbols {
                checked.given = confirm::confirm(program, options, &mut checked.report);
            }
            checked.ledger.refused = refused.map(Cow::Borrowed);
            checked
        }
        Err(Rejected) => {
            let alone = Request { base: Vec::new(), sink: None, ..request.clone() };
            let again = attempt(program, options, &alone, observer, Way::InOrder);
            let mut checked = again.unwrap_or_else(|Rejected| unreachable!("there is nothing to reject"));
            // With symbols nothing has to be wrong: what the solver gives up on in one run it may tell in another, and conditions that look
            // the same may come in another order.
            checked.ledger.is_astray = options.machine.has_symbols;
            checked.ledger.is_rejected = !checked.ledger.is_astray;
            checked.used = Some(vec![false; request.base.len()]);
            if options.machine.has_symbols {
                checked.given = confirm::confirm(program, options, &mut checked.report);
            }
            checked.ledger.refused = refused.map(Cow::Borrowed);
            checked
        }
    }
}

/// What is found with nothing known; where inputs are symbols, nobody has looked whether it shows with numbers.
pub(crate) fn unconfirmed(program: &Program, options: &Options, observer: &mut dyn Observer) -> Report {
    let checked = attempt(program, options, &Request::default(), observer, Way::InOrder);
    checked.unwrap_or_else(|Rejected| unreachable!("there is nothing to reject")).report
}

/// Explores everything again if that is asked for, and compares: the reports, and all that the base knows.
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
    let again = Request { mode: Mode::Off, is_recording: true, seen: None, sink: None, ..request.clone() };
    let scratch = attempt(program, options, &again, observer, Way::InOrder)?;
    let memo = Memo::new(request.base.clone(), scratch.numbers(&request.base), None);
    if let Some(layer) = scratch.layer.and_then(|sections| Layer::open(Arc::new(sections))) {
        checked.ledger.audited += audit::compare(&layer, &memo)?;
    }
    // With symbols, which numbers a violation is told with is up to the solver until it is shown as a run.
    let reports = [&scratch.report, &checked.report].map(|report| {
        let mut report = report.clone();
        if options.machine.has_symbols {
            confirm::confirm(program, options, &mut report);
        }
        report
    });
    if !reports[0].is_same_as(&reports[1]) && !reports.iter().any(|report| report.is_limited()) {
        return Err(Rejected);
    }
    Ok(checked)
}

/// Explores with what is known, or, if that turns out to be of no use, from the start without it.
fn attempt(
    program: &Program,
    options: &Options,
    request: &Request,
    observer: &mut dyn Observer,
    way: Way,
) -> Result<Checked, Rejected> {
    let (given_up, ledger) = match attempt_once(program, options, request, observer, way)? {
        Attempted::Done(checked) => return Ok(*checked),
        Attempted::Hopeless(told) => *told,
    };
    request.sink.iter().for_each(|sink| sink.borrow_mut().start_over());
    let alone = Request { base: Vec::new(), ..request.clone() };
    let mut checked = match attempt_once(program, options, &alone, observer, way)? {
        Attempted::Done(checked) => *checked,
        Attempted::Hopeless(..) => unreachable!("nothing is known"),
    };
    checked.report.stats = checked.report.stats.after(given_up);
    checked.ledger = Ledger { has_workers: checked.ledger.has_workers, ..ledger };
    checked.used = Some(vec![false; request.base.len()]);
    Ok(checked)
}

/// What became of an attempt.
enum Attempted {
    Done(Box<Checked>),
    /// It was given up, with what it had done until then: what is known is of no use.
    Hopeless(Box<(Stats, Ledger)>),
}

impl From<Checked> for Attempted {
    fn from(checked: Checked) -> Attempted {
        Attempted::Done(Box::new(checked))
    }
}

fn attempt_once(
    program: &Program,
    options: &Options,
    request: &Request,
    observer: &mut dyn Observer,
    way: Way,
) -> Result<Attempted, Rejected> {
    let is_shared = way == Way::Planned && crew::is_possible(options) && request.is_shareable(options);
    let mut found = Findings::new(program, options, observer);
    let inputs = Inputs::of(program, &options.machine);
    // What is known is not executed, and what a verdict covers does not depend on what is known.
    found.cover.is_range_used =
        if options.machine.has_symbols { inputs.is_narrowed } else { inputs.is_bounded };
    let finished = |report: Report| Checked {
        report,
        layer: None,
        elements: Vec::new(),
        ledger: Ledger::default(),
        impossible: None,
        used: None,
        rest: None,
        given: None,
        families: Families::default(),
        changed: HashSet::default(),
        start: 0,
    };
    let unbounded = inputs.unbounded();
    if !unbounded.is_empty() && !options.machine.has_symbols {
        found.decline(&unbounded);
        return Ok(finished(found.report(Stats::default())).into());
    }
    let (image, memory) = match Image::braked(program, options.machine.brake.clone()) {
        Ok(image) => image,
        Err(stop) => {
            found.ended_before_main(stop);
            return Ok(finished(found.report(Stats::default())).into());
        }
    };
    if request.base.is_empty() && !request.is_recording {
        let machine = match Machine::explore(&image, memory, options.machine()) {
            Ok(machine) => machine,
            Err(stop) => {
                found.ended_before_main(stop);
                return Ok(finished(found.report(Stats::default())).into());
            }
        };
        let mut search = Search::new(found);
        search.shared.near = Near::of(program, options, request);
        let mut space = Concrete::new(machine, options, None);
        if let Err(impossible) = search.limit(&mut space) {
            return Ok(Checked { impossible: Some(impossible), ..finished(search.report()) }.into());
        }
        request.go_on(&mut search);
        let make = || {
            let (_, memory) = Image::braked(program, options.machine.brake.clone())?;
            let machine = Machine::explore(&image, memory, options.machine())?;
            Ok(Concrete::new(machine, options, None))
        };
        let crewed = if is_shared {
            crew::explore(&mut search, &mut space, &make)?
        } else {
            search.run(&mut space).map(|()| Crewed::Alone)?
        };
        let ledger = Ledger { has_workers: crewed != Crewed::Alone, ..Ledger::default() };
        if crewed == Crewed::Again {
            let together = Searched::of(search, ledger);
            return again_in_order(program, options, request, observer, together).map(Attempted::from);
        }
        request.keep(&mut search);
        return Ok(Checked { ledger, ..finished(search.report()) }.into());
    }
    let base = request.base.first();
    let outline = base.and_then(Layer::outline);
    let reference = base.map(Layer::reference).unwrap_or_default();
    let named = change::Names::of(program, outline.as_ref());
    let names = names(&named);
    let explored = Machine::explore_as(&image, memory, options.machine(), &names, &reference);
    let mut machine = match explored {
        Ok(machine) => machine,
        Err(stop) => {
            found.ended_before_main(stop);
            return Ok(finished(found.report(Stats::default())).into());
        }
    };
    let layout = Layout::of(&image);
    let (elements, families) = elements(&machine, &layout, &named, &names);
    let changed = changed_by_hand(program, &layout, &request.changed);
    let mut ledger = Ledger::default();
    if !request.base.is_empty() {
        ledger.changed = changed_functions(program, &layout, &elements, &request.base, &changed);
    }
    let is_reusing = request.mode != Mode::Off && !request.base.is_empty();
    let is_planned = way == Way::Planned && is_reusing && is_plannable(request.mode, options);
    let numbers = numbers(&elements, &families, &changed, &request.base);
    let aspects = Aspects::of(&machine, program, &layout, &named, &elements);
    let own_outline = named.outline(program);
    let start = machine.fingerprint();
    if is_reusing {
        (ledger.facts, ledger.facts_held) = holding(&request.base, &numbers);
        let now = Now { numbers: &numbers, aspects: &aspects, outline: &own_outline, start };
        ledger.losses = losses(&request.base, &now);
    }
    if is_planned
        && ledger.facts_held < ledger.facts
        && let Some(report) = probe(program, options, &request.base)
    {
        return Ok(Checked { elements, ledger, families, changed, ..finished(report) }.into());
    }
    // What does not hold at all is not worth looking at.
    let is_pruned = matches!(request.mode, Mode::Rmc | Mode::Delta)
        && options.limits.depth.is_none()
        && way != Way::Counted;
    let is_worth = request.mode != Mode::Delta
        || ledger.facts_held == ledger.facts
        || ledger.facts_held > 0 && is_worth(&request.base, &numbers);
    let memo = (is_reusing && ledger.facts_held > 0 && is_worth)
        .then(|| Memo::new(request.base.clone(), numbers, is_pruned.then_some(start)));
    let clean = memo.as_ref().filter(|_| is_pruned).map(Clean::of);
    let own_reference = machine.reference().map(encode_reference).unwrap_or_default();
    let head = [own_outline.encode(), own_reference, elements.concat(), families.encode(), aspects.encode()];
    let mut search = Search::new(found);
    search.shared.near = Near::of(program, options, request);
    if request.is_recording {
        machine.keep_footprints();
        search.record(Recorder::new(head, memo.as_ref(), request));
    }
    let locations = Some(Named { layout: &layout, elements: &elements });
    let mut space = Concrete::new(machine, options, locations);
    if let Err(impossible) = search.limit(&mut space) {
        return Ok(Checked { impossible: Some(impossible), ..finished(search.report()) }.into());
    }
    request.go_on(&mut search);
    request.share(&mut search);
    let is_audited = request.audit == Audit::Auto && memo.is_some();
    let copy = (is_audited || request.portion.is_some()).then(|| space.save());
    let stack = Stack { memo: memo.as_ref(), clean: clean.as_ref(), mode: request.mode, is_planned };
    let is_recording = request.is_recording;
    let make = || {
        let (_, memory) = Image::braked(program, options.machine.brake.clone())?;
        let mut machine = Machine::explore_as(&image, memory, options.machine(), &names, &reference)?;
        if is_recording {
            machine.keep_footprints();
        }
        Ok(Concrete::new(machine, options, locations))
    };
    let explored = stack.explore(space, &mut search, is_shared.then_some(&make))?;
    if explored.is_hopeless {
        return Ok(Attempted::Hopeless(Box::new((search.stats, ledger))));
    }
    let Explored { mut space, was_planned, crewed, used, .. } = explored;
    ledger.has_workers = crewed != Crewed::Alone;
    let is_disordered = was_planned && !search.shared.found.violations.is_empty();
    if (crewed == Crewed::Again || is_disordered) && !search.is_settled() {
        let first = Searched::of(search, ledger);
        return again_in_order(program, options, request, observer, first).map(Attempted::from);
    }
    let copy = copy.map(|copy| space.restore(copy, &Vec::new));
    let left = match (&request.portion, &options.range) {
        (Some(_), Some(range)) => Some(portion::left(&mut space, range, &search.shared.untried)),
        _ => None,
    };
    if let (Some(()), Some(memo)) = (copy.filter(|()| is_audited), &memo) {
        ledger.audited = audit::walk(&mut space.machine, memo, search.stats.executed, search.stats.states)?;
    }
    request.keep(&mut search);
    let left = match left {
        Some(Err(Ended::Interrupted(stop))) => {
            search.shared.found.give_up(&stop);
            None
        }
        Some(Err(_)) => return Err(Rejected),
        Some(Ok(left)) => Some(left),
        None => None,
    };
    let Searched { report, layer, ledger, rest } = Searched::of(search, ledger);
    let of_use = |origin: usize| {
        let views = memo.iter().flat_map(|memo| memo.layers.iter().zip(&used));
        views.into_iter().any(|(view, &is_used)| view.origin == origin && is_used)
    };
    let used = is_reusing.then(|| (0..request.base.len()).map(of_use).collect());
    let rest = left.map(|left| Rest { left, ..rest });
    Ok(Checked { layer, elements, ledger, rest, used, families, changed, start, ..finished(report) }.into())
}

/// What a search has come to.
struct Searched {
    report: Report,
    layer: Option<Vec<Vec<u8>>>,
    ledger: Ledger,
    /// Without what is left.
    rest: Rest,
}

impl Searched {
    fn of(mut search: Search<'_>, ledger: Ledger) -> Searched {
        let recorder = search.recorder.take();
        let visited = std::mem::take(&mut search.shared.claims.visited).into_sorted();
        let rest = recorder.as_ref().filter(|_| search.shared.budget.is_some()).map(|recorder| Rest {
            left: Vec::new(),
            uncovered: search.shared.claims.uncovered(&visited),
            wholes: recorder.wholes(&visited),
        });
        let rest = rest.unwrap_or_default();
        let layer = recorder.and_then(|it| it.finish(visited));
        Searched { report: search.report(), layer, ledger, rest }
    }
}

/// A search with a plan, or of several workers, has found a violation: the one to be shown is found by a search in the usual
/// order, which knows what the first one has found out. If it matters which states come first, it does not.
fn again_in_order(
    program: &Program,
    options: &Options,
    request: &Request,
    observer: &mut dyn Observer,
    first: Searched,
) -> Result<Checked, Rejected> {
    let Searched { report, layer, ledger, .. } = first;
    let layer = layer.filter(|_| options.limits.states.is_none()).map(Arc::new);
    let newest = layer.clone().and_then(|sections| Layer::open(sections));
    let is_reusing = request.mode != Mode::Off && !request.base.is_empty();
    let base = newest.iter().chain(request.base.iter().filter(|_| is_reusing)).cloned().collect();
    let (mode, way) = if is_reusing { (request.mode, Way::InOrder) } else { (Mode::Delta, Way::Counted) };
    // A sink has begun to get the first record, which the second one does not go on with.
    let request = Request { base, mode, sink: None, ..request.clone() };
    let mut checked = attempt(program, options, &request, observer, way)?;
    let has_found = |report: &Report| !report.violations.is_empty() || !report.known.is_empty();
    let is_overflown = checked.report.obstacles.iter().any(|it| it.reason == Unknown::States);
    if has_found(&report) && !has_found(&checked.report) && (is_reusing || !is_overflown) {
        if !checked.report.is_limited() {
            return Err(Rejected);
        }
        // There was no time for it; that there is a violation is known all the same.
        let Report { obstacles, stats, .. } = checked.report;
        checked.report = Report { obstacles, stats, ..report };
    }
    checked.report.stats = checked.report.stats.after(report.stats);
    if !is_reusing {
        checked.report.stats.reused = 0;
    }
    checked.ledger = Ledger { audited: checked.ledger.audited, ..ledger };
    checked.used = None;
    checked.layer = match (checked.layer, newest) {
        (Some(second), Some(newest)) => {
            Layer::open(Arc::new(second)).and_then(|second| merge(&[second, newest]))
        }
        (second, _) => second.or_else(|| Some(Arc::unwrap_or_clone(layer?))),
    };
    Ok(checked)
}

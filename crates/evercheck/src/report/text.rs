//! The report for people. The last line is the verdict.

use cfa::source::Pos;
use explicit::Stats;
use machine::library::{FIRST_CALL, READ_BY};
use predicate::{Inherited, Obligations};
use verdict::Obstacle;
use verdict::{Bound, Known, Property, Report, Scope, Unknown, Verdict};

use super::ledger::{Detail, KEPT};
use super::ranges::Ranges;
use super::trace::{HAPPENINGS, Step, Trace};
use super::{Ending, Files, Finding, Outcome, Place};
use crate::known_file::Fate;
use crate::proofs::Origin;
use crate::quantity::{counted, short_size, some_names};
use crate::task::expectation::Comparison;

/// Calls of a stack that are shown.
const CALLS: usize = 20;
const OBSTACLES: usize = 10;

/// With all names of properties that a violation left open, and all that was reused, or the usual.
pub fn report(outcome: &Outcome, detail: Detail) -> String {
    let files = &outcome.files;
    let mut text = String::new();
    for finding in &outcome.findings {
        text.push_str(&violation(files, finding));
        text.push('\n');
    }
    text.push_str(&known(outcome));
    text.push_str(&outcome.since.as_ref().map_or(String::new(), |base| base.text(outcome) + "\n"));
    let report = &outcome.report;
    if report.violations.is_empty() {
        for obstacle in report.obstacles.iter().take(OBSTACLES) {
            text.push_str(&unknown(outcome, obstacle));
        }
        let more = report.obstacles.len().saturating_sub(OBSTACLES);
        if more > 0 {
            text.push_str(&format!("and {more} more obstacles\n"));
        }
    } else {
        text.push_str(&violated(&report.properties));
        text.push_str(&undecided(report, detail));
    }
    text.push_str(&invariants(outcome));
    text.push_str(&effort(outcome, detail));
    text.push_str(&outcome.task.as_ref().map_or(String::new(), Comparison::text));
    text.push_str(&outcome.vacuous.as_ref().map_or(String::new(), |why| format!("note: {why}\n")));
    text.push_str(&scope(outcome));
    text.push_str(&decided(outcome));
    text.push_str(&report.verdict());
    text.push('\n');
    text
}

/// What became of the violations that are known.
fn known(outcome: &Outcome) -> String {
    let line = |(known, fate): &(Known, Fate)| match fate {
        Fate::Present => {
            let pos = outcome.place_of(known);
            let at = pos.map_or(String::new(), |pos| format!(" at {}", place(&outcome.files, pos)));
            format!("known: {known}{at}\n")
        }
        Fate::Fixed => format!("fixed: {known}\n"),
        Fate::Open => String::new(),
    };
    outcome.known.iter().map(line).collect()
}

/// What a proof rests on, and what bounded a search that proved nothing. A violation is one whatever else was covered.
fn scope(outcome: &Outcome) -> String {
    let Report { properties, violations, scope, .. } = &outcome.report;
    let is_proved = |it: &(Property, Verdict)| it.1 == Verdict::True;
    let leaks = match outcome.is_silent_of_leaks {
        true => "not checked: leaks (--property valid-memtrack,valid-memcleanup checks for them)\n",
        false => "",
    };
    match properties.iter().all(is_proved) {
        true => format!("{leaks}scope: {scope}\n"),
        false if !violations.is_empty() || *scope == Scope::default() => String::new(),
        false if !scope.is_bounded() && !properties.iter().any(is_proved) => String::new(),
        false => format!("scope: {scope}\n"),
    }
}

/// What came of the proofs of earlier runs.
fn reused(stats: &predicate::Stats, origin: Option<&Origin>) -> String {
    let Obligations { plain, known, asked, audited, contradicted, .. } = stats.obligations;
    let audit = match (audited, contradicted) {
        (0, _) => String::new(),
        (_, 0) => format!("audit: {} asked again, with the same answer\n", counted(audited, "obligation")),
        _ => format!(
            "audit: {contradicted} of {} that earlier runs had met are not met; report this, and remove the store\n",
            counted(audited, "obligation")
        ),
    };
    let mut text = String::new();
    if stats.confirmed > 0 {
        let proofs = counted(stats.confirmed, "proof");
        text.push_str(&format!("reused {proofs} of an earlier run"));
    }
    if stats.repaired > 0 {
        let comma = if text.is_empty() { "" } else { ", " };
        let proofs = counted(stats.repaired, "proof");
        text.push_str(&format!("{comma}repaired {proofs} of an earlier run"));
    }
    let Inherited { offered, selected, holes, expanded, used } = stats.inherited;
    if text.is_empty() && offered > 0 {
        let holes = counted(holes, "entrance");
        return format!(
            "summaries of earlier runs: {offered} offered, {selected} of code as it was, applicable at \
             {holes}, {expanded} expanded, {used} in the proof\n{audit}"
        );
    }
    if text.is_empty() {
        return audit;
    }
    let (offered, obligations) =
        (counted(stats.offered, "condition"), counted(plain + known + asked, "obligation"));
    let changes = origin.map_or(String::new(), |origin| format!("; {}", origin.changes()));
    let kept = stats.kept;
    format!(
        "{text}: {kept} of {offered} kept, {obligations} checked, {asked} by the solver{changes}\n{audit}"
    )
}

/// What the engines did, and what that took.
fn effort(outcome: &Outcome, detail: Detail) -> String {
    let seconds = outcome.effort.wall.as_secs_f64();
    let mut text = String::new();
    if outcome.is_kept {
        return format!("reused everything from {KEPT}: nothing had to be executed, {seconds:.2} s\n");
    }
    if let Some((stats, _)) = &outcome.predicate {
        let why = outcome.why.as_ref().map_or(String::new(), |why| format!(", since {why}"));
        let word = if outcome.explicit.is_some() { "both" } else { "predicate" };
        text.push_str(&format!("engine: {word}{why}\n"));
        text.push_str(&format!(
            "{}, {}, {}, {}, {seconds:.2} s\n",
            counted(stats.nodes, "abstract state"),
            counted(stats.refinements, "refinement"),
            counted(stats.predicates, "predicate"),
            queries(stats.queries),
        ));
        text.push_str(&reused(stats, outcome.origin.as_ref()));
    }
    if let Some(why) = &outcome.symbols {
        text.push_str(&format!("inputs: symbols, since {why}\n"));
    }
    text.push_str(&outcome.ranges.as_ref().map_or(String::new(), Ranges::text));
    if let Some((Stats { states, transitions, depth, frontier, queries: asked, .. }, ledger)) =
        &outcome.explicit
    {
        let (of_states, of_transitions) = (counted(*states, "state"), counted(*transitions, "transition"));
        text.push_str(&format!("{of_states}, {of_transitions}, depth {depth}"));
        if *asked > 0 {
            text.push_str(&format!(", {}", queries(*asked)));
        }
        text.push_str(&format!(", {seconds:.2} s"));
        // What takes hardly any time or is hardly anything has no speed, nor has what shares it.
        if seconds >= 0.1 && *states >= 1000 && outcome.predicate.is_none() {
            text.push_str(&format!(", {:.0} states/s", *states as f64 / seconds));
        }
        text.push('\n');
        if has_been_cut_short(&outcome.report.obstacles) {
            text.push_str(&match frontier {
                0 => String::new(),
                _ => format!("successors of {} were not explored\n", counted(*frontier, "state")),
            });
        }
        text.push_str(&ledger.text(detail));
    }
    text
}

fn invariants(outcome: &Outcome) -> String {
    let mut text = String::new();
    for (property, invariants) in &outcome.invariants {
        let whose =
            if outcome.invariants.len() > 1 { format!("{}: ", property.name()) } else { String::new() };
        for invariant in invariants {
            let (function, at) = (&invariant.function, place(&outcome.files, invariant.pos));
            let place = match invariant.kind {
                predicate::Kind::Loop => format!("at the loop in {function} at {at}"),
                predicate::Kind::Entrance => format!("when {function} of {at} is called"),
                predicate::Kind::Exit => format!("when {function} of {at} returns"),
            };
            text.push_str(&format!("{whose}{place}: {}\n", invariant.cases.join(" or ")));
        }
    }
    text
}

/// The report in colour: the verdict, and what is violated.
pub fn paint(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let colour = |(index, line): (usize, &&str)| {
        let code = match line {
            _ if index + 1 == lines.len() && line.starts_with("true") => "1;32",
            _ if index + 1 == lines.len() && line.starts_with("false") => "1;31",
            _ if index + 1 == lines.len() => "1;33",
            _ if line.contains(" violated: ") && !line.starts_with(' ') => "31",
            _ => return format!("{line}\n"),
        };
        format!("\x1b[{code}m{line}\x1b[0m\n")
    };
    lines.iter().enumerate().map(colour).collect()
}

fn queries(count: u64) -> String {
    if count == 1 { "1 query".into() } else { format!("{count} queries") }
}

/// What became of a saved run.
pub fn replay(files: &Files, property: Property, ending: &Ending) -> String {
    let told = match ending {
        Ending::Violated(finding) => violation(files, finding),
        Ending::Passed => format!("the saved run does not violate {} any more\n", property.name()),
        Ending::Unknown(why) => format!("{why}\n"),
        Ending::Stopped(reason, why) => format!("unknown({}): {why}\n", reason.name()),
    };
    format!("{told}{}\n", ending.verdict(property))
}

/// The effort of a search, for those who want to know.
pub fn details(stats: &Stats) -> String {
    let Stats { states, transitions, ends, steps, visited_bytes, .. } = *stats;
    let bytes = short_size(visited_bytes);
    format!(
        "states: {states}, transitions: {transitions}, runs to an end: {ends}, instructions: {steps}, memory for \
         states: {bytes}"
    )
}

pub fn place(files: &Files, pos: Pos) -> String {
    if pos == Pos::NONE {
        "no place".into()
    } else {
        format!("{}:{}:{}", files.name(pos.file), pos.line, pos.column)
    }
}

/// A violation with its place and the way to it.
pub fn violation(files: &Files, finding: &Finding) -> String {
    let Finding { violation, standing: places, trace, is_shortest, .. } = finding;
    let fault = &violation.fault;
    let mut text = format!("{} violated: {fault}\n", violation.property.name());
    for (i, (function, pos)) in violation.call_stack.iter().enumerate().take(CALLS) {
        let word = if i == 0 { "in" } else { "called from" };
        text.push_str(&format!("  {word} {function} at {}\n", place(files, *pos)));
    }
    let transitions = is_shortest.then_some(violation.path.len());
    text.push_str(&counterexample(trace, transitions));
    if matches!(violation.property, Property::NoDeadlock | Property::NoDataRace) {
        text.push_str(&standing(files, places, trace));
    }
    if let [.., (function, _), (entry, _)] = violation.call_stack.as_slice()
        && entry == cfa::ENTRY
    {
        text.push_str(&format!(
            "help: any arguments of {function} count; --assume 'CONDITION' and --elements N say which calls do\n"
        ));
    }
    if let Some(names) = some_names(&trace.undefined) {
        let (are, their, them) = match trace.undefined.len() {
            1 => ("is", "its result is", "it"),
            _ => ("are", "their results are", "them"),
        };
        text.push_str(&format!(
            "help: {names} {are} not defined here, so {their} made up; --model FILE defines {them}\n"
        ));
    }
    text
}

/// A violation in one line.
pub fn shown(outcome: &Outcome, finding: &Finding) -> String {
    let violation = &finding.violation;
    let at = violation.call_stack.first().map_or(String::new(), |(function, pos)| {
        format!(" in {function} at {}", place(&outcome.files, *pos))
    });
    format!("{} violated: {}{at}", violation.property.name(), violation.fault)
}

/// The steps of a trace, by thread; and its transitions if there is none with fewer.
fn counterexample(trace: &Trace, fewest: Option<usize>) -> String {
    let count = trace.len;
    let threads = trace.threads.len();
    let steps = counted(count as u64, "step");
    let shortest = fewest.map_or(String::new(), |transitions| {
        format!(", shortest ({})", counted(transitions as u64, "transition"))
    });
    let mut text = match threads {
        // Where the threads stand is all there is to tell.
        _ if count == 0 => format!("counterexample{shortest}:\n"),
        0 | 1 => format!("counterexample, {steps}{shortest}:\n"),
        _ => format!("counterexample, {steps} of {threads} threads{shortest}:\n"),
    };
    let number_width = count.to_string().len().max(3);
    let place_width = trace.steps.iter().map(|step| place_of(step).len()).max().unwrap_or(0);
    let (mut last_thread, mut told) = (None, 0);
    let mut help = " (--full-trace shows them)";
    for step in &trace.steps {
        let number = step.number;
        if number > told + 1 {
            let omitted = counted((number - told - 1) as u64, "step");
            text.push_str(&format!("  {:number_width$}  … {omitted} left out{help} …\n", ""));
            help = "";
        }
        told = number;
        if threads > 1 && last_thread != Some(step.thread) {
            text.push_str(&format!("  {}:\n", trace.thread_name(step.thread)));
            last_thread = Some(step.thread);
        }
        let line = format!("  {number:number_width$}  {:place_width$}  {}", place_of(step), step.source);
        text.push_str(line.trim_end());
        text.push('\n');
        if !step.events.is_empty() {
            let indent = 2 + number_width + 2 + place_width + 4;
            text.push_str(&format!("{:indent$}{}\n", "", happenings(step)));
        }
    }
    text
}

fn place_of(step: &Step) -> String {
    format!("{}:{}", step.file, step.line)
}

fn happenings(step: &Step) -> String {
    let mut words: Vec<String> = step.events.iter().map(|event| event.text()).collect();
    if step.events_omitted > 0 {
        words.insert(HAPPENINGS.min(words.len()), format!("… {} more …", step.events_omitted));
    }
    words.join(", ")
}

/// Where each thread stands in the end.
fn standing(files: &Files, places: &[Place], trace: &Trace) -> String {
    let line = |Place { standing, source }: &Place| {
        let name = trace.thread_name(standing.thread);
        let word = match &standing.waits_for {
            Some(what) => format!("waits for {what},"),
            None if standing.is_blocked => "waits".into(),
            None => "stands".into(),
        };
        let at = standing
            .call_stack
            .first()
            .map_or("no place".into(), |(function, pos)| format!("{} in {function}", place(files, *pos)));
        let source = match source.as_str() {
            "" => String::new(),
            // Lines that are among the steps are not told again.
            _ if trace.len > 0 => String::new(),
            line => format!("    {line}\n"),
        };
        format!("  {name} {word} at {at}\n{source}")
    };
    places.iter().map(line).collect()
}

/// What was proved and what was not, if that is not all the same; and by whom, if they were two.
fn decided(outcome: &Outcome) -> String {
    let report = &outcome.report;
    let names = |is_wanted: &dyn Fn(&(Property, Verdict)) -> bool| {
        let names: Vec<_> =
            report.properties.iter().filter(|it| is_wanted(it)).map(|it| it.0.name()).collect();
        names.join(", ")
    };
    let proved = names(&|it| it.1 == Verdict::True);
    let mut text = String::new();
    if report.violations.is_empty() && report.properties.iter().any(|it| it.1 != Verdict::True) {
        if !proved.is_empty() {
            text.push_str(&format!("proved: {proved}\n"));
        }
        text.push_str(&undecided(report, Detail::All));
    }
    let is_by_predicates = |it: &(Property, Verdict)| outcome.by_predicates.contains(&it.0);
    let by_predicates = names(&|it| it.1 == Verdict::True && is_by_predicates(it));
    let by_states = names(&|it| it.1 == Verdict::True && !is_by_predicates(it));
    if outcome.explicit.is_some() && !by_predicates.is_empty() {
        text.push_str(&format!("by the predicate engine: {by_predicates}\n"));
        if !by_states.is_empty() {
            text.push_str(&format!("by the explicit engine: {by_states}\n"));
        }
    }
    text
}

/// All properties that are violated, if they are several.
fn violated(properties: &[(Property, Verdict)]) -> String {
    let is_violated = |(_, verdict): &&(Property, Verdict)| *verdict == Verdict::False;
    let names: Vec<_> = properties.iter().filter(is_violated).map(|(property, _)| property.name()).collect();
    if names.len() < 2 {
        return String::new();
    }
    format!("{} properties violated: {}\n", names.len(), names.join(", "))
}

/// Properties that are left open.
fn undecided(report: &Report<()>, wanted: Detail) -> String {
    let properties = &report.properties;
    let mut text = String::new();
    let mut reasons: Vec<(&Unknown, Vec<&str>)> = Vec::new();
    for (property, verdict) in properties {
        let Verdict::Unknown(reason) = verdict else { continue };
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, names)) => names.push(property.name()),
            None => reasons.push((reason, vec![property.name()])),
        }
    }
    for (reason, names) in reasons {
        let why = match reason {
            Unknown::OtherViolation if report.is_stopped => ": the violation ended the search",
            Unknown::OtherViolation => ": no run was followed beyond a violation",
            _ => "",
        };
        let names = match (reason, wanted) {
            (Unknown::OtherViolation, Detail::Usual) if names.len() > 1 => {
                format!("{} other properties (-v lists them)", names.len())
            }
            _ => names.join(", "),
        };
        text.push_str(&format!("unknown({}){why}: {names}\n", reason.name()));
    }
    text
}

/// Why there is no verdict, where, and what to do about it.
fn unknown(outcome: &Outcome, obstacle: &Obstacle) -> String {
    let Obstacle { reason, message, pos } = obstacle;
    let at = if *pos == Pos::NONE { String::new() } else { format!(" at {}", place(&outcome.files, *pos)) };
    let mut text = format!("unknown({}): {message}{at}\n", reason.name());
    if let Some(advice) = advice(obstacle, outcome) {
        text.push_str(&format!("  help: {advice}\n"));
    }
    text
}

/// What to do about what stands in the way, where something helps.
pub fn advice(obstacle: &Obstacle, outcome: &Outcome) -> Option<&'static str> {
    use Unknown::{Certificate, NoProgress, NotModelled, Replay, Solver};
    let message = &obstacle.message;
    Some(match obstacle.reason {
        NotModelled | Replay if message.contains(READ_BY) => {
            "choose what is read with evercheck_choose(low, high) or __VERIFIER_nondet_*() instead, or define the \
             function so with --model FILE"
        }
        NotModelled | Replay if message.contains(FIRST_CALL) => {
            "call it (or srand and the like) before the first thread is started"
        }
        NotModelled if message == predicate::HANDED_OUT => {
            "define the function in C and add it with --model FILE, or accept with --externs pure that it accesses only \
             what it may"
        }
        NotModelled | Replay if is_of_function(message) => {
            "define the function in C and add it with --model FILE"
        }
        NotModelled | Replay | Solver | NoProgress | Certificate if outcome.explicit.is_none() => {
            "--engine explicit follows heap, threads and library exactly, for the inputs that --nondet-range LOW..HIGH \
             bounds"
        }
        NotModelled | Replay | Solver | NoProgress | Certificate => return None,
        Unknown::UnboundedOther => {
            "define it in C, with --model FILE, as one of some values that evercheck_choose(low, high) picks"
        }
        Unknown::UnboundedInput => {
            "give --nondet-range LOW..HIGH, assume a range right after the call, or use evercheck_choose(low, high)"
        }
        Unknown::SymbolicValue => {
            "assume a smaller range right after the input is read, give --nondet-range LOW..HIGH, or take --inputs each or \
             --engine predicate"
        }
        Unknown::SymbolicFloat => {
            "leave out --inputs symbolic: --inputs each tries the values of bounded inputs, --engine predicate covers all"
        }
        Unknown::UndefinedBehaviour => "ask about it: leave --property out, or add the property",
        Unknown::Depth => "raise --depth, or leave it out",
        Unknown::States => "raise --max-states, or leave it out",
        Unknown::Memory => "raise --memory-limit, or bound the program's inputs or threads",
        Unknown::Time => "raise --time-limit or --cpu-limit, or bound the program's inputs or threads",
        Unknown::Cancelled => return None,
        Unknown::OtherViolation => return None,
        Unknown::RelaxedAtomic => "give it another order; --except no-data-race checks everything else",
        Unknown::NotChecked => {
            "--engine explicit checks it, for bounded inputs; --property chooses what is checked"
        }
        Unknown::Bounded => return accepting(message),
    })
}

/// Whether what is not modelled is a function, which a model can define.
fn is_of_function(message: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // Formats and their `long double` are the caller's.
    let is_by_function = message.contains(", here ") && !message.contains(", here in a format");
    is_by_function || message.contains("a call of `") || message.chars().all(is_name)
}

/// The option that accepts a bound which nobody asked for.
fn accepting(message: &str) -> Option<&'static str> {
    let bounds = [Bound::Arguments(Vec::new()), Bound::SteppedClock, Bound::StrongAtomics, Bound::NoSignals];
    bounds.iter().map(Bound::objection).find(|(objection, _)| *objection == message).map(|(_, option)| option)
}

/// Whether states were left without being gone on from.
pub fn has_been_cut_short(obstacles: &[Obstacle]) -> bool {
    obstacles.iter().any(|obstacle| {
        matches!(obstacle.reason, Unknown::States | Unknown::Memory | Unknown::Time | Unknown::Cancelled)
    })
}

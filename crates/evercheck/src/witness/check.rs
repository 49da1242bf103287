//! Witnesses of others, checked: a violation witness is followed by the machine, and the invariants of a correctness witness are proved
//! together with the program.
//!
//! Neither is believed. A violation is one only if the machine comes to it, with inputs that the witness names, or that a search
//! finds among the runs that it describes (`monitor.rs`). Invariants become checks at their loops, in the preprocessed text, where no macro can make anything else of them; they
//! are expressions that do nothing (`expression.rs`), so the program with its checks fails wherever the program does. If it is
//! proved that it never fails, the program never does. If it fails, that says nothing of the program: the witness is
//! rejected.

use std::path::Path;

use cfa::Program;
use cfa::types::Scalar;
use machine::explore;
use machine::library::input_type;
use verdict::replay::{GivenRun, run_given};
use verdict::{Limits, Properties, Property, Violation};

use super::{CORRECTNESS, Content, Entry, Invariant, Location, NONDET, VIOLATION, Waypoint};
use super::{expression, source, specification};

/// Choices of a run that a witness leads along, at most.
const CHOICES: usize = 10_000_000;

/// What a witness claims.
#[derive(Debug)]
pub enum Claim {
    Violation(Described),
    Correctness(Vec<Invariant>),
}

/// The runs that a violation witness describes.
#[derive(Debug)]
pub struct Described {
    /// Each ends in a waypoint that is followed, after some that are avoided. The last one is the target.
    pub segments: Vec<Vec<Waypoint>>,
    /// What is violated, in the words of the format.
    pub specification: String,
}

impl Described {
    fn target(&self) -> Option<&Waypoint> {
        self.segments.last()?.last()
    }

    /// Whether it may be followed by the results of functions alone.
    pub fn is_plain(&self) -> bool {
        let is_plain =
            |it: &Vec<Waypoint>| it.len() == 1 && matches!(it[0].kind.as_str(), "function_return" | "target");
        self.segments.iter().all(is_plain)
    }

    /// Those of the properties that it is of; all, if it does not say.
    pub fn properties(&self, all: Properties, error_function: Option<&str>) -> Properties {
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let said = squeezed(&self.specification);
        let is_said = |property: &Property| {
            let words = specification(*property, error_function).map(|words| squeezed(&words));
            let formula = words.as_deref().and_then(|words| words.split_once("LTL(")?.1.strip_suffix("))"));
            formula.is_some_and(|formula| said.contains(formula))
        };
        let some: Properties = all.iter().filter(is_said).collect();
        if some.iter().next().is_some() { some } else { all }
    }
}

/// Reads a witness; what it claims, or why it cannot be checked.
pub fn read(text: &str) -> Result<Claim, String> {
    let entries: Vec<Entry> = serde_saphyr::from_str(text)
        .map_err(|error| format!("not a witness of format 2.0: {}", error.without_snippet()))?;
    let [entry] = &entries[..] else {
        return Err(format!("it has {} entries instead of one", entries.len()));
    };
    match entry.entry_type.as_str() {
        VIOLATION => {
            let mut segments = Vec::new();
            for content in &entry.content {
                let Content::Segment { segment } = content else {
                    return Err("an invariant in a violation witness".into());
                };
                let segment: Vec<Waypoint> = segment.iter().map(|point| point.waypoint.clone()).collect();
                let is_fine = segment.split_last().is_some_and(|(last, others)| {
                    last.action == "follow" && others.iter().all(|it| it.action == "avoid")
                });
                if !is_fine {
                    return Err("a segment that is not what to avoid and then what to follow".into());
                }
                segments.push(segment);
            }
            let targets = segments.iter().flatten().filter(|it| it.kind == "target").count();
            let described = Described { segments, specification: entry.metadata.task.specification.clone() };
            match described.target() {
                Some(last) if last.kind == "target" && targets == 1 => Ok(Claim::Violation(described)),
                _ => Err("it does not end in its one target".into()),
            }
        }
        CORRECTNESS => {
            let mut invariants = Vec::new();
            for content in &entry.content {
                let Content::Invariant { invariant } = content else {
                    return Err("a segment in a correctness witness".into());
                };
                if invariant.kind != "loop_invariant" || invariant.format != "c_expression" {
                    return Err(format!("{} in {} is not looked at", invariant.kind, invariant.format));
                }
                if !expression::is_harmless(&invariant.value) {
                    return Err(format!("`{}` is no expression that can be checked", invariant.value));
                }
                invariants.push(invariant.clone());
            }
            Ok(Claim::Correctness(invariants))
        }
        other => Err(format!("{other} is no kind of witness that can be checked")),
    }
}

/// The inputs that a violation witness gives, in order.
pub fn inputs(program: &Program, root: &Path, described: &Described) -> Result<Vec<(String, i128)>, String> {
    let mut inputs = Vec::new();
    for point in described.segments.iter().flatten().filter(|it| it.kind == "function_return") {
        let Location { file_name, line, column, .. } = &point.location;
        let text =
            std::fs::read_to_string(root.join(file_name)).map_err(|error| format!("{file_name}: {error}"))?;
        let code = source::code(&text);
        let at =
            source::start_of(&code, *line).zip(*column).map(|(start, column)| start + column as usize - 1);
        let function =
            at.filter(|&at| code.get(at) == Some(&b')')).and_then(|at| source::called_at(&code, at));
        let function = function.ok_or_else(|| format!("no call ends at {file_name}:{line}"))?;
        let constraint = point.constraint.as_ref().map_or("", |it| it.value.as_str());
        let value = constraint.split_once("==").filter(|(left, _)| left.trim() == "\\result");
        let value = value.and_then(|(_, value)| value.trim().parse::<i128>().ok());
        let value = value.ok_or_else(|| format!("`{constraint}` does not say what {function} returns"))?;
        if !can_return(program, function, value) {
            return Err(format!("{function} does not return {value}, as far as can be told"));
        }
        inputs.push((function.to_string(), value));
    }
    Ok(inputs)
}

/// Whether a function may return this. The machine takes what it is given, so others than those whose values depend on their type
/// alone are not taken from a witness.
fn can_return(program: &Program, function: &str, value: i128) -> bool {
    let word_bits = 8 * program.model.pointer_bytes() as u32;
    let (low, high) = match input_type(function, word_bits).filter(|_| function.starts_with(NONDET)) {
        Some(Scalar::Bool) => (0, 1),
        Some(Scalar::Int { bits: bits @ 1..=64, signed: true }) => {
            (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
        }
        Some(Scalar::Int { bits: bits @ 1..=64, signed: false }) => (0, (1i128 << bits) - 1),
        _ => return false,
    };
    (low..=high).contains(&value)
}

/// Follows a violation witness; the violation that it leads to, and how the machine came to it, or why it does not.
pub fn follow(
    program: &Program,
    options: &explore::Options,
    (properties, limits): (&[Property], &Limits),
    described: &Described,
    inputs: Vec<(String, i128)>,
) -> Result<(Violation, explore::Options), String> {
    let given = explore::Options { given: Some(inputs.into()), ..options.clone() };
    let GivenRun { path, stop, thread, call_stack, taken } =
        run_given(program, &given, CHOICES, || limits.reached().is_none());
    let Some(machine::Stop::Fault(fault)) = stop else {
        return Err("the run that it describes does not come to a violation".into());
    };
    let property = Property::violated_by(fault.kind);
    let is_other = fault.kind == machine::FaultKind::FailedAssertion && options.error_function.is_some();
    if !properties.contains(&property) || is_other || path.is_empty() {
        return Err(format!("the run that it describes ends in another fault: {fault}"));
    }
    let target = described.target().map(|it| &it.location).ok_or("it has no target")?;
    let is_there = call_stack.iter().any(|(_, pos)| {
        pos.line == target.line
            && Path::new(program.file(pos.file)).file_name() == Path::new(&target.file_name).file_name()
    });
    if !is_there {
        return Err(format!(
            "the run that it describes does not end at {}:{}: {fault}",
            target.file_name, target.line
        ));
    }
    let options = explore::Options { given: Some(taken), ..given };
    Ok((Violation { property, fault, path, call_stack, thread }, options))
}

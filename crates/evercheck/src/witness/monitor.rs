//! The runs that a violation witness describes, as a program: its own, with a count of the segments that are behind it.
//!
//! P. Ayaziová, D. Beyer, M. Lingsch-Rosenfeld, M. Spiessl, J. Strejček: "Software Verification Witnesses 2.0", SPIN 2024. A
//! segment is left where its last waypoint, which is to be followed, is passed: where its place is come to in the segment for the first time, its constraint
//! holds. A run in which it does not, or which passes a waypoint that is to be avoided, is none of those described. The error function is called in the last segment and at the target alone.
//!
//! Guarantee: none is needed. What a search finds in this program is a list of inputs, which the machine follows in the
//! program itself; that nothing is found says nothing of the program.
//!
//! Deviations:
//! 1. Waypoints are put into the preprocessed text, so one behind a macro in its line has no place and is rejected.
//! 2. For other properties than calls of the error function, a run that comes to the target before the last segment is given up.
//! 3. A function is entered when its last argument is known.

use std::cmp::Reverse;
use std::ops::Range;
use std::path::Path;

use cfa::Units;

use super::preprocessed::{Texts, line_of};
use super::site::{Site, calls_inside, site, statement};
use super::{Location, Waypoint, expression, source};

/// The variable that counts segments.
const COUNT: &str = "__evercheck_segment";
/// Names of what is in between begin with this.
const VALUE: &str = "__evercheck_value_";

/// What happens at a site in a segment.
struct Rule {
    segment: usize,
    /// As the witness has it.
    constraint: String,
    is_followed: bool,
}

/// Text around a part of a text.
struct Wrap {
    part: Range<usize>,
    before: String,
    after: String,
}

/// The program that does what a witness describes, and ends where it does something else.
pub fn of(
    units: &Units,
    root: &Path,
    segments: &[Vec<Waypoint>],
    error: Option<&str>,
) -> Result<Units, String> {
    let mut texts = Texts::of(units)?;
    let (last, others) = segments.split_last().ok_or("it has no segment")?;
    let target = last.last().ok_or("it has no target")?;
    let avoided = &last[..last.len() - 1];
    let all = others.iter().map(Vec::as_slice).chain([avoided]).enumerate();
    let all: Vec<(usize, &Waypoint)> =
        all.flat_map(|(k, it)| it.iter().map(move |point| (k, point))).collect();
    let mut is_target_found = false;
    let mut found = vec![0; all.len()];
    let is_last = format!("{COUNT} == {}", others.len());
    for (unit, (path, text)) in texts.files.iter_mut().enumerate() {
        let code = source::code(text);
        let mut sites: Vec<(Site, Vec<Rule>)> = Vec::new();
        for (&(segment, point), found) in all.iter().zip(&mut found) {
            let Some(line) = line_of(path, text, &point.location) else { continue };
            let rule =
                Rule { segment, constraint: constraint(point)?, is_followed: point.action == "follow" };
            let site = site(&code, &line, root, point)?;
            match sites.iter_mut().find(|it| it.0 == site) {
                Some((_, rules)) => rules.push(rule),
                None => sites.push((site, vec![rule])),
            }
            *found += 1;
        }
        let mut wraps = Vec::new();
        for (site, rules) in &sites {
            wraps.extend(wrapped(&code, text, site, rules)?);
        }
        let line = line_of(path, text, &target.location);
        match (error, &line) {
            (Some(error), _) => {
                let is_there = |at: usize| line.iter().flat_map(|it| &it.pieces).any(|it| it.contains(&at));
                for call in calls_inside(&code, error) {
                    let condition = if is_there(call.start) { &is_last } else { "0" };
                    is_target_found |= is_there(call.start);
                    wraps.push(Wrap {
                        part: call,
                        before: format!("(__VERIFIER_assume({condition}), "),
                        after: ")".into(),
                    });
                }
            }
            (None, Some(line)) => {
                let at = statement(&code, line, root, &target.location)?;
                let assume = format!("__VERIFIER_assume({is_last})");
                wraps.push(in_front(&code, at, &assume)?);
                is_target_found = true;
            }
            (None, None) => {}
        }
        let extern_or_not = if unit == 0 { "" } else { "extern " };
        let head = format!(
            "{extern_or_not}int {COUNT};\nextern void __VERIFIER_assume(int);\n# 1 {:?}\n",
            path.display().to_string()
        );
        *text = format!("{head}{}", with(text, wraps));
    }
    for (&(_, point), found) in all.iter().zip(&found) {
        if *found != 1 {
            let Location { file_name, line, .. } = &point.location;
            return Err(format!("there is no one place {file_name}:{line} in the program"));
        }
    }
    if !is_target_found {
        let Location { file_name, line, .. } = &target.location;
        return Err(format!("nothing at {file_name}:{line} can be the target"));
    }
    texts.units()
}

/// What a waypoint asks for, as far as it can be said in C.
fn constraint(point: &Waypoint) -> Result<String, String> {
    let value = point.constraint.as_ref().map_or("", |it| it.value.trim());
    let refused = || format!("`{value}` of a waypoint of type {} is not looked at", point.kind);
    match point.kind.as_str() {
        "assumption" if expression::is_harmless(value) => Ok(value.into()),
        "function_return" => {
            let plain = value.strip_prefix("\\result").map(|rest| format!("x {rest}"));
            let is_fine = plain.is_some_and(|plain| expression::is_harmless(&plain));
            is_fine.then(|| value.to_string()).ok_or_else(refused)
        }
        "branching" if matches!(value, "true" | "false" | "default") || value.parse::<i64>().is_ok() => {
            Ok(value.into())
        }
        "function_enter" => Ok(String::new()),
        "assumption" | "branching" => Err(refused()),
        other => Err(format!("a waypoint of type {other} is not looked at")),
    }
}

/// What is done with the count, by the first rule of its segment that applies; each with when its waypoint is passed. One that is
/// to be followed is passed where its place is come to, or never.
fn steps(rules: &[Rule], condition: impl Fn(&Rule) -> String) -> String {
    let none = "(__VERIFIER_assume(0), 0)";
    let step = |rule: &Rule| {
        let (segment, condition) = (rule.segment, condition(rule));
        match rule.is_followed {
            true => format!("{COUNT} == {segment} ? ({condition}) ? ({COUNT} = {}) : {none} : ", segment + 1),
            false => format!("{COUNT} == {segment} && ({condition}) ? {none} : "),
        }
    };
    format!("(void)({}0)", rules.iter().map(step).collect::<String>())
}

fn wrapped(code: &[u8], text: &str, site: &Site, rules: &[Rule]) -> Result<Vec<Wrap>, String> {
    let when = |value: &str| steps(rules, |it| u8::from(it.constraint == value).to_string());
    let one = |part: Range<usize>, before: String, after: String| vec![Wrap { part, before, after }];
    // A value that is looked at on its way.
    let valued = |part: &Range<usize>, steps: String| {
        let name = format!("{VALUE}{}", part.start);
        one(part.clone(), format!("({{ __auto_type {name} = ("), format!("); {steps}; {name}; }})"))
    };
    Ok(match site {
        Site::Statement(at) => vec![in_front(code, *at, &steps(rules, |it| it.constraint.clone()))?],
        Site::Condition(part) if source::skip(code, part.start) >= part.end => {
            one(part.clone(), format!("{}, 1", when("true")), String::new())
        }
        Site::Condition(part) => {
            one(part.clone(), "(".into(), format!(") ? ({}, 1) : ({}, 0)", when("true"), when("false")))
        }
        Site::Either(part) => {
            let never = text[part.clone()].replace('\n', " ");
            let otherwise = format!(" ({}, 0) ? ({never}) : ", when("false"));
            let mut wraps = one(part.clone(), format!(" ({}, (", when("true")), "))".into());
            wraps.push(Wrap { part: part.end + 1..usize::MAX, before: otherwise, after: String::new() });
            wraps
        }
        Site::Switch(part, cases) => {
            let name = format!("{VALUE}{}", part.start);
            let is = |label: &String| format!("{name} == ({label})");
            let any = cases.iter().map(is).collect::<Vec<_>>().join(" || ");
            let condition = |rule: &Rule| match rule.constraint.as_str() {
                "default" if cases.is_empty() => "1".into(),
                "default" => format!("!({any})"),
                value => format!("{name} == ({value})"),
            };
            valued(part, steps(rules, condition))
        }
        Site::Return(part) => {
            let name = format!("{VALUE}{}", part.start);
            valued(part, steps(rules, |it| it.constraint.replace("\\result", &name)))
        }
        Site::Enter(part, None) => {
            one(part.clone(), format!("({}, ", steps(rules, |_| "1".into())), ")".into())
        }
        Site::Enter(_, Some(argument)) => valued(argument, steps(rules, |_| "1".into())),
    })
}

/// Something to do in front of a statement.
fn in_front(code: &[u8], at: usize, what: &str) -> Result<Wrap, String> {
    let before = code[..at].iter().rev().find(|byte| !byte.is_ascii_whitespace());
    let is_alone = matches!(before, Some(b';' | b'{' | b'}' | b':'));
    let word = source::words(code, at, at + 1).next().map_or("", |(_, word)| word);
    let is_expression = !matches!(
        word,
        "return"
            | "if"
            | "while"
            | "for"
            | "do"
            | "switch"
            | "goto"
            | "break"
            | "continue"
            | "case"
            | "default"
    );
    match (is_alone, is_expression) {
        (true, _) => Ok(Wrap { part: at..usize::MAX, before: format!("{what}; "), after: String::new() }),
        (false, true) => Ok(Wrap { part: at..usize::MAX, before: format!("{what}, "), after: String::new() }),
        (false, false) => Err(format!("there is no room in front of `{word}`")),
    }
}

/// A text with all that is around its parts: what is around more comes first.
fn with(text: &str, wraps: Vec<Wrap>) -> String {
    let mut pieces = Vec::new();
    for Wrap { part, before, after } in wraps {
        if !after.is_empty() {
            pieces.push(((part.end, false, Reverse(part.start)), after));
        }
        pieces.push(((part.start, true, Reverse(part.end)), before));
    }
    pieces.sort_by_key(|(key, _)| *key);
    let (mut whole, mut from) = (String::with_capacity(2 * text.len()), 0);
    for ((at, ..), piece) in pieces {
        whole.push_str(&text[from..at]);
        whole.push_str(&piece);
        from = at;
    }
    whole.push_str(&text[from..]);
    whole
}

//! A counterexample with all that memory holds at each step, for a page that steps through it.
//!
//! What memory holds is kept in parts (a thread, a call of it, a static object, an object of the heap), and of each part what
//! it came to be and when. A step changes few of them, so a film takes little more room than its trace.

use std::collections::BTreeMap;

use machine::picture::{Call, Picture, Stack, Thing};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Files;
use super::trace::Trace;

/// Steps that are kept, from the end.
pub const STEPS: usize = 10_000;

/// What only a page shows of a counterexample.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Film {
    /// Every step, but those of the header's own functions, and at most the last [`STEPS`].
    pub trace: Trace,
    /// By name, what each part is from a step on, by the place of that step in the trace; nothing once it is gone.
    pub parts: BTreeMap<String, Vec<(usize, Value)>>,
}

#[derive(Clone, PartialEq, Eq)]
enum Part {
    Thread { calls: usize, waits_for: Option<String>, has_ended: bool },
    Call(Call),
    Thing(Thing),
    Omitted(usize),
    Gone,
}

/// A film being made.
#[derive(Default)]
pub struct Camera {
    parts: BTreeMap<String, Vec<(usize, Part)>>,
}

impl Camera {
    /// What there is after a step.
    pub fn look(&mut self, step: usize, picture: Picture) {
        let mut seen: Vec<(String, Part)> = Vec::new();
        for (number, stack) in picture.threads.into_iter().enumerate() {
            let Stack { calls, waits_for, has_ended } = stack;
            seen.push((format!("t{number}"), Part::Thread { calls: calls.len(), waits_for, has_ended }));
            let calls = calls.into_iter().enumerate();
            seen.extend(calls.map(|(depth, call)| (format!("t{number}.{depth}"), Part::Call(call))));
        }
        let named = |kind: char, thing: Thing| {
            (format!("{kind}{}", thing.id.unwrap_or_default()), Part::Thing(thing))
        };
        seen.extend(picture.statics.into_iter().map(|thing| named('s', thing)));
        seen.extend(picture.heap.into_iter().map(|thing| named('h', thing)));
        if picture.heap_omitted > 0 {
            seen.push(("omitted".into(), Part::Omitted(picture.heap_omitted)));
        }
        seen.sort_by(|a, b| a.0.cmp(&b.0));
        let is_seen = |name: &String| seen.binary_search_by(|it| it.0.cmp(name)).is_ok();
        let gone: Vec<String> = self.parts.keys().filter(|name| !is_seen(name)).cloned().collect();
        gone.into_iter().for_each(|name| self.note(step, name, Part::Gone));
        seen.into_iter().for_each(|(name, part)| self.note(step, name, part));
    }

    /// Of what there was within one step, the last counts.
    fn note(&mut self, step: usize, name: String, part: Part) {
        let versions = self.parts.entry(name).or_default();
        while versions.last().is_some_and(|(at, _)| *at >= step) {
            versions.pop();
        }
        if versions.last().is_none_or(|(_, last)| *last != part) {
            versions.push((step, part));
        }
    }

    /// Static objects that stay as they are, and that nothing points to, are left out but for so many.
    pub fn finish(self, files: &Files, trace: Trace, mut idle: usize) -> Film {
        let mut targets: Vec<u32> = Vec::new();
        for (_, part) in self.parts.values().flatten() {
            let things: &[Thing] = match part {
                Part::Call(call) => &call.variables,
                Part::Thing(thing) => std::slice::from_ref(thing),
                _ => &[],
            };
            targets.extend(things.iter().flat_map(|thing| &thing.cells).filter_map(|cell| cell.to));
        }
        targets.sort_unstable();
        targets.dedup();
        let mut is_worth_it = |name: &str, versions: &[(usize, Part)]| {
            let id = name.strip_prefix('s').and_then(|id| id.parse().ok());
            if versions.len() > 1 || id.is_none_or(|id| targets.binary_search(&id).is_ok()) {
                return true;
            }
            let is_there = idle > 0;
            idle = idle.saturating_sub(1);
            is_there
        };
        let parts = self.parts.into_iter().filter(|(name, versions)| is_worth_it(name, versions));
        let shown = |(at, part): (usize, Part)| (at, value(files, &part));
        let parts = parts.map(|(name, versions)| (name, versions.into_iter().map(shown).collect()));
        Film { trace, parts: parts.collect() }
    }
}

fn value(files: &Files, part: &Part) -> Value {
    match part {
        Part::Thread { calls, waits_for, has_ended } => {
            json!({"calls": calls, "waits": waits_for, "ended": has_ended})
        }
        Part::Call(Call { function, pos, variables }) => json!({
            "function": function,
            "file": files.name(pos.file),
            "line": pos.line,
            "variables": variables.iter().map(thing_value).collect::<Vec<_>>(),
        }),
        Part::Thing(thing) => thing_value(thing),
        Part::Omitted(count) => json!(count),
        Part::Gone => Value::Null,
    }
}

fn thing_value(thing: &Thing) -> Value {
    let cells = thing.cells.iter().map(|cell| match cell.to {
        Some(to) => json!([cell.name, cell.value, to]),
        None => json!([cell.name, cell.value]),
    });
    let mut value = json!({"name": thing.name, "cells": cells.collect::<Vec<_>>()});
    if let Some(id) = thing.id {
        value["id"] = json!(id);
    }
    if !thing.is_alive {
        value["freed"] = json!(true);
    }
    if thing.omitted > 0 {
        value["omitted"] = json!(thing.omitted);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::picture::Cell;

    fn picture(values: &[&str]) -> Picture {
        let thing = |(id, value): (usize, &&str)| Thing {
            id: Some(id as u32),
            name: format!("x{id}"),
            is_alive: true,
            cells: vec![Cell { name: String::new(), value: value.to_string(), to: None }],
            omitted: 0,
        };
        Picture { heap: values.iter().enumerate().map(thing).collect(), ..Picture::default() }
    }

    #[test]
    fn only_what_changes_is_kept_and_the_last_of_a_step_counts() {
        let mut camera = Camera::default();
        camera.look(0, picture(&["1"]));
        camera.look(1, picture(&["2", "7"]));
        camera.look(1, picture(&["1", "8"]));
        camera.look(2, picture(&["1"]));
        let steps = |name: &str| camera.parts[name].iter().map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(steps("h0"), [0]);
        assert_eq!(steps("h1"), [1, 2]);
        assert!(camera.parts["h1"][1].1 == Part::Gone);
    }
}

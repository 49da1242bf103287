//! What a change costs and why, in words.

use explicit::why::{Cause, Loss, Losses};
use serde_json::{Value, json};

use crate::quantity::counted;

/// Causes that a report lists, and those that a program gets to read.
const SHOWN: usize = 4;
const LISTED: usize = 100;

/// A line for each of the largest, or nothing.
pub fn text(losses: &Losses) -> String {
    let mut text = String::new();
    for loss in losses.all.iter().take(SHOWN) {
        text.push_str(&format!("lost: {}\n", line(loss, losses)));
    }
    if losses.all.len() > SHOWN {
        text.push_str(&format!(
            "lost: {} besides\n",
            counted((losses.all.len() - SHOWN) as u64, "smaller change")
        ));
    }
    text
}

fn line(loss: &Loss, losses: &Losses) -> String {
    let Loss { cause, transitions, states } = loss;
    let what = words(cause);
    match (cause, transitions) {
        (Cause::Start(_), _) => format!("{what}: states in which it still has it are others"),
        (_, 0) => format!("{what}: {}", counted(*states, "recorded state")),
        _ => format!("{what}: {transitions} of {}", counted(losses.transitions, "recorded transition")),
    }
}

/// What has changed.
fn words(cause: &Cause) -> String {
    match cause {
        Cause::Code(name) => format!("`{name}` changed"),
        Cause::Gone(name) => format!("`{name}` is gone"),
        Cause::Signature(name) => format!("`{name}` takes or returns something else"),
        Cause::Choice(name) => format!("`{name}` has other values to choose from"),
        Cause::Field { field, record: Some(record) } => format!("`{field}` moved in {record}"),
        Cause::Field { field, record: None } => format!("`{field}` moved in its struct"),
        Cause::Record(Some(record)) => format!("{record} has another size"),
        Cause::Record(None) => "a struct without a tag has another size".into(),
        Cause::Object(name) => format!("`{name}` is declared otherwise"),
        Cause::Size(name) => format!("{name} has another size"),
        Cause::Exit => "other functions are called at the end".into(),
        Cause::Start(name) => format!("`{name}` starts with another value"),
    }
}

/// What kind of change it is.
fn kind(cause: &Cause) -> &'static str {
    match cause {
        Cause::Code(_) => "function-changed",
        Cause::Gone(_) => "function-gone",
        Cause::Signature(_) => "signature",
        Cause::Choice(_) => "choice",
        Cause::Field { .. } => "field",
        Cause::Record(_) => "record-size",
        Cause::Object(_) => "declaration",
        Cause::Size(_) => "object-size",
        Cause::Exit => "exit-functions",
        Cause::Start(_) => "initial-value",
    }
}

pub fn json(losses: &Losses) -> Value {
    let each = losses.all.iter().take(LISTED).map(|loss| {
        json!({
            "kind": kind(&loss.cause),
            "change": words(&loss.cause),
            "transitions": loss.transitions,
            "states": loss.states,
            "text": line(loss, losses),
        })
    });
    json!({
        "transitions": losses.transitions,
        "transitions_lost": losses.lost,
        "changes": each.collect::<Vec<_>>(),
        "changes_left_out": losses.all.len().saturating_sub(LISTED),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_are_shown_and_the_rest_is_counted() {
        let loss = |name: &str, transitions| Loss { cause: Cause::Code(name.into()), transitions, states: 0 };
        let names = ["a", "b", "c", "d", "e", "f"];
        let all: Vec<Loss> = names.iter().zip((1..=6).rev()).map(|(name, count)| loss(name, count)).collect();
        let mut losses = Losses { transitions: 21, lost: 21, all };
        assert!(
            text(&losses)
                .ends_with("`d` changed: 3 of 21 recorded transitions\nlost: 2 smaller changes besides\n")
        );
        losses.all.truncate(4);
        assert!(!text(&losses).contains("smaller"));
        assert_eq!(text(&Losses::default()), "");
        losses.all = vec![Loss { cause: Cause::Start("n".into()), transitions: 0, states: 0 }];
        assert_eq!(
            text(&losses),
            "lost: `n` starts with another value: states in which it still has it are others\n"
        );
        losses.all = vec![Loss { cause: Cause::Choice("main".into()), transitions: 0, states: 1 }];
        assert_eq!(text(&losses), "lost: `main` has other values to choose from: 1 recorded state\n");
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let cause = |at: usize| Cause::Gone(format!("f{at}"));
        let all = (0..LISTED + 3).map(|at| Loss { cause: cause(at), transitions: 1, states: 0 }).collect();
        let value = json(&Losses { transitions: 9, lost: 1, all });
        assert_eq!(value["changes"].as_array().map(Vec::len), Some(LISTED));
        assert_eq!((&value["changes_left_out"], &value["transitions_lost"]), (&json!(3), &json!(1)));
        assert_eq!(value["changes"][0]["text"], "`f0` is gone: 1 of 9 recorded transitions");
    }
}

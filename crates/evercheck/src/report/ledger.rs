//! The reuse ledger: what was established now, what was reused and from which run, what a change put in doubt.

use explicit::Stats;
use explicit::reuse::{Checked, Mode};
use serde_json::{Value, json};

use crate::past::Past;
use crate::reuse_args::ReuseArgs;

/// Changed functions that are named.
const NAMED: usize = 5;

pub struct Ledger {
    mode: Mode,
    base: Option<String>,
    stats: Stats,
    ledger: explicit::reuse::Ledger,
    pub is_rejected: bool,
}

impl Ledger {
    pub fn of(args: &ReuseArgs, past: Option<&Past>, checked: &Checked) -> Ledger {
        let ledger = checked.ledger.clone();
        Ledger {
            mode: if ledger.refused.is_some() { Mode::Off } else { args.mode() },
            base: past.and_then(Past::base).filter(|_| !ledger.is_rejected && ledger.refused.is_none()),
            stats: checked.report.stats,
            is_rejected: ledger.is_rejected,
            ledger,
        }
    }

    /// Two or three lines, or nothing if there was nothing to reuse.
    pub fn text(&self) -> String {
        if let Some(reason) = self.ledger.refused {
            return format!("reuse: none, {reason}\n");
        }
        let Some(base) = &self.base else { return String::new() };
        let Stats { transitions, executed, reused, pruned, rebuilt, .. } = self.stats;
        let mut text = format!(
            "reuse: {}, on {base}: {executed} of {transitions} transitions executed ({rebuilt} to go back to states), {reused} \
             known, {pruned} states pruned\n",
            self.mode.name()
        );
        let changed = &self.ledger.changed;
        let explicit::reuse::Ledger { facts, facts_held, .. } = self.ledger;
        match changed.len() {
            0 => text.push_str("changed: nothing\n"),
            count => {
                let named = changed.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
                let more = if count > NAMED { format!(" and {} more", count - NAMED) } else { String::new() };
                let lost = facts - facts_held;
                text.push_str(&format!(
                    "changed: {named}{more}; {lost} of {facts} recorded footprints do not hold\n"
                ));
            }
        }
        text
    }

    pub fn json(&self) -> Value {
        json!({
            "mode": self.mode.name(),
            "base": self.base,
            "ledger": {
                "refused": self.ledger.refused,
                "rejected": self.ledger.is_rejected,
                "changed": self.ledger.changed,
                "footprints": self.ledger.facts,
                "footprints_held": self.ledger.facts_held,
                "audited": self.ledger.audited,
            },
        })
    }

    /// For the catalogue.
    pub fn stats(&self) -> String {
        let Stats { states, transitions, executed, reused, pruned, rebuilt, .. } = self.stats;
        json!({
            "states": states, "transitions": transitions, "executed": executed, "reused": reused,
            "pruned": pruned, "rebuilt": rebuilt,
        })
        .to_string()
    }
}

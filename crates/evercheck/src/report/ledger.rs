//! The reuse ledger: what was established now, what was reused and from which run, what a change put in doubt.

use explicit::Stats;
use explicit::audit::Audit;
use explicit::reuse::{Checked, Mode};
use serde_json::{Value, json};

use crate::past::Past;
use crate::quantity::{counted, some_names};
use crate::reuse_args::ReuseArgs;

#[derive(Default)]
pub struct Ledger {
    mode: Mode,
    base: Option<String>,
    stats: Stats,
    ledger: explicit::reuse::Ledger,
    is_audited_fully: bool,
    pub is_rejected: bool,
}

impl Ledger {
    pub fn of(args: &ReuseArgs, past: Option<&Past>, checked: &Checked) -> Ledger {
        let ledger = checked.ledger.clone();
        Ledger {
            mode: if ledger.refused.is_some() { Mode::Off } else { args.mode() },
            base: past.and_then(Past::base).filter(|_| !ledger.is_rejected && ledger.refused.is_none()),
            stats: checked.report.stats,
            is_audited_fully: args.audit() == Audit::Full,
            is_rejected: ledger.is_rejected,
            ledger,
        }
    }

    /// Of a run of which nothing is known.
    pub fn none(args: &ReuseArgs) -> Ledger {
        Ledger {
            mode: args.mode(),
            base: None,
            stats: Stats::default(),
            ledger: explicit::reuse::Ledger::default(),
            is_audited_fully: false,
            is_rejected: false,
        }
    }

    /// Whether the run was built on an earlier one.
    pub fn has_base(&self) -> bool {
        self.base.is_some()
    }

    /// Two or three lines, or nothing if there was nothing to reuse and that was not to be audited.
    pub fn text(&self) -> String {
        if let Some(reason) = self.ledger.refused {
            return format!("reuse: none, {reason}\n");
        }
        let Some(base) = &self.base else { return self.audit() };
        let Stats { transitions, executed, reused, pruned, rebuilt, .. } = self.stats;
        let done = match (transitions, executed) {
            (0, 0) => "nothing had to be executed".into(),
            _ => format!(
                "{executed} of {transitions} transitions executed ({rebuilt} to go back to states), {reused} known"
            ),
        };
        let (mode, pruned) = (self.mode.name(), counted(pruned, "state"));
        let mut text = format!("reuse: {mode}, on {base}: {done}, {pruned} pruned\n");
        let changed = &self.ledger.changed;
        let explicit::reuse::Ledger { facts, facts_held, .. } = self.ledger;
        match some_names(changed) {
            None => text.push_str("changed: nothing\n"),
            Some(names) => {
                let lost = match facts {
                    0 => "no footprints were recorded".into(),
                    _ => format!("{} of {facts} recorded footprints do not hold", facts - facts_held),
                };
                text.push_str(&format!("changed: {names}; {lost}\n"));
            }
        }
        text + &self.audit()
    }

    /// What came of a full audit, if one was asked for.
    fn audit(&self) -> String {
        let compared = match self.ledger.audited {
            // What does not come to the same rejects the record.
            _ if !self.is_audited_fully || self.is_rejected => return String::new(),
            0 => "nothing was reused, so there was nothing to compare".into(),
            count => {
                format!("{} executed again, with the same result", counted(count, "recorded transition"))
            }
        };
        format!("audit: {compared}\n")
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

//! The reuse ledger: what was established now, what was reused and from which run, what a change put in doubt.

use explicit::Stats;
use explicit::audit::Audit;
use explicit::reuse::{Checked, Mode};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::losses;
use crate::past::Past;
use crate::quantity::{counted, some_names};
use crate::reuse_args::ReuseArgs;

/// What an outcome is from that was kept.
pub const KEPT: &str = "a run of the very same program";

/// How much a report says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    All,
    Usual,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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
        let mut ledger = checked.ledger.clone();
        let Stats { reused, pruned, transitions, executed, .. } = checked.report.stats;
        let is_used = reused > 0 || pruned > 0 || (transitions, executed) == (0, 0);
        // Another program that nothing could be taken from is of no interest, nor is what it differs in.
        let is_told = is_used || past.is_some_and(Past::is_of_target);
        if !is_told {
            ledger.changed.clear();
            ledger.losses = Default::default();
        }
        Ledger {
            mode: if ledger.refused.is_some() { Mode::Off } else { args.mode() },
            base: past
                .and_then(Past::base)
                .filter(|_| is_told && !ledger.is_rejected && !ledger.is_astray && ledger.refused.is_none()),
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

    /// Of a program that was verified before.
    pub fn kept(args: &ReuseArgs, stats: Stats) -> Ledger {
        Ledger { base: Some(KEPT.into()), stats, ..Ledger::none(args) }
    }

    /// Whether the run was built on an earlier one.
    pub fn has_base(&self) -> bool {
        self.base.is_some()
    }

    /// A line or two, or nothing if there was nothing to reuse and that was not to be audited.
    pub fn text(&self, detail: Detail) -> String {
        if let Some(reason) = &self.ledger.refused {
            return format!("reuse: none, {reason}\n");
        }
        let Some(base) = &self.base else { return self.audit() };
        let Stats { transitions, executed, reused, pruned, rebuilt, .. } = self.stats;
        let mode = if self.mode == Mode::Delta { String::new() } else { format!(" ({})", self.mode.name()) };
        let changed = &self.ledger.changed;
        let changes = match some_names(changed) {
            None => "nothing changed".into(),
            Some(names) => format!("{} changed ({names})", counted(changed.len() as u64, "function")),
        };
        let mut text = match (transitions, executed) {
            (0, 0) => format!("reused{mode} everything from {base}: {changes}, nothing had to be executed\n"),
            _ => {
                let share = 100.0 * reused as f64 / transitions.max(1) as f64;
                let after = match pruned {
                    0 => String::new(),
                    _ => format!(", and all after {}", counted(pruned, "state")),
                };
                let transitions = counted(transitions, "transition");
                format!("reused{mode} {share:.1} % of {transitions} from {base}{after}; {changes}\n")
            }
        };
        text.push_str(&losses::text(&self.ledger.losses));
        if detail == Detail::All {
            let explicit::reuse::Ledger { facts, facts_held, .. } = self.ledger;
            text.push_str(&format!(
                "executed: {} of these, and {rebuilt} to go back to states; recorded footprints that hold: \
                 {facts_held} of {facts}\n",
                executed.saturating_sub(rebuilt),
            ));
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
                "losses": losses::json(&self.ledger.losses),
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

//! An outcome in a few words, as a row of a table.

use super::Outcome;

/// What a run cost, and what it did not have to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Transitions executed, or queries of the solver.
    pub executed: u64,
    /// The share that was known from earlier runs; nothing if there were none.
    pub reused: Option<String>,
}

impl Summary {
    pub fn of(outcome: &Outcome) -> Summary {
        let of_states = outcome.explicit.as_ref().map(|(stats, ledger)| {
            let reused = match (stats.transitions, stats.executed) {
                (0, 0) => "all".into(),
                _ => format!("{:.0} %", 100.0 * stats.reused as f64 / stats.transitions.max(1) as f64),
            };
            (stats.executed, ledger.has_base().then_some(reused))
        });
        let of_proofs = outcome.predicate.as_ref().map(|(stats, _)| {
            let reused = match (stats.confirmed, stats.repaired) {
                (0, 0) => None,
                (_, 0) => Some("proof".to_string()),
                _ => Some("proof, repaired".to_string()),
            };
            (stats.queries, reused)
        });
        let all: Vec<(u64, Option<String>)> = of_states.into_iter().chain(of_proofs).collect();
        if outcome.is_kept {
            return Summary { executed: 0, reused: Some("all".into()) };
        }
        let executed = all.iter().map(|(executed, _)| executed).sum();
        Summary { executed, reused: all.into_iter().find_map(|(_, reused)| reused) }
    }

    pub fn reused(&self) -> String {
        self.reused.clone().unwrap_or_else(|| "-".into())
    }
}

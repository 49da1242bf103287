//! Where the time of the predicate engine went, phase by phase.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A clock that is told whenever something else begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Phases {
    rows: Vec<Row>,
    /// The row that time goes to.
    at: usize,
    #[serde(skip, default = "Instant::now")]
    since: Instant,
    /// Queries so far.
    queries: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    name: Cow<'static, str>,
    time: Duration,
    queries: u64,
}

impl Phases {
    /// Begins with a phase that has taken this long.
    pub fn after(name: &'static str, time: Duration) -> Phases {
        Phases {
            rows: vec![Row { name: name.into(), time, queries: 0 }],
            at: 0,
            since: Instant::now(),
            queries: 0,
        }
    }

    /// The phase so far goes on, or is over; so many queries were made in all.
    pub fn stop(&mut self, queries: u64) {
        let now = Instant::now();
        let row = &mut self.rows[self.at];
        row.time += now - self.since;
        row.queries += queries.saturating_sub(self.queries);
        (self.since, self.queries) = (now, queries);
    }

    /// What comes is of this phase.
    pub fn enter(&mut self, name: &'static str, queries: u64) {
        self.stop(queries);
        self.at = self.rows.iter().position(|row| row.name == name).unwrap_or_else(|| {
            self.rows.push(Row { name: name.into(), time: Duration::ZERO, queries: 0 });
            self.rows.len() - 1
        });
    }

    pub fn json(&self) -> Value {
        let row = |row: &Row| json!({"name": row.name, "s": row.time.as_secs_f64(), "queries": row.queries});
        self.rows.iter().map(row).collect()
    }

    /// In one line.
    pub fn text(&self) -> String {
        let row = |row: &Row| {
            let queries = if row.queries > 0 { format!(" ({} queries)", row.queries) } else { String::new() };
            format!("{} {:.2} s{queries}", row.name, row.time.as_secs_f64())
        };
        self.rows.iter().map(row).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_and_queries_go_to_the_phase_they_were_spent_in() {
        let mut phases = Phases::after("reading", Duration::from_secs(2));
        phases.enter("blocks", 0);
        phases.enter("abstraction", 1);
        phases.enter("blocks", 8);
        phases.stop(10);
        let value = phases.json();
        let of = |index: usize| {
            (value[index]["name"].as_str().unwrap(), value[index]["queries"].as_u64().unwrap())
        };
        assert_eq!([of(0), of(1), of(2)], [("reading", 0), ("blocks", 3), ("abstraction", 7)]);
        assert!(value[0]["s"].as_f64().unwrap() >= 2.0 && value[3].is_null());
    }
}

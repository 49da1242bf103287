//! Runs and workers as a table.

use anyhow::{Result, anyhow};
use serde_json::{Value, json};

use super::args::DoorArgs;
use super::broker::{Broker, Queue};
use super::message::{Run, Shift};
use crate::report::table::{Align, table};

/// What a broker has.
pub struct View {
    /// Each with the number of tasks that are done.
    runs: Vec<(Run, Queue, u64)>,
    shifts: Vec<Shift>,
}

/// Characters of a range.
const WIDTH: usize = 32;

impl View {
    pub fn of(url: &str, door: &DoorArgs) -> Result<View> {
        let broker = Broker::connect(url, door, false)?;
        let lost = |trouble| anyhow!("{trouble}");
        let mut runs = Vec::new();
        for run in broker.runs().map_err(lost)? {
            let Some(room) = broker.room(&run.id).map_err(lost)? else { continue };
            let (queue, done) = (broker.queue(&room), broker.done(&room));
            runs.push((run, queue.map_err(lost)?, done.map_err(lost)?));
        }
        let shifts = broker.workers().map_err(lost)?;
        let mut shifts: Vec<Shift> = shifts.iter().filter_map(|it| serde_json::from_slice(it).ok()).collect();
        shifts.sort_by(|one, other| one.worker.cmp(&other.worker));
        Ok(View { runs, shifts })
    }

    pub fn text(&self) -> String {
        let mut rows = vec![["run", "target", "done", "at work", "queued"].map(str::to_string)];
        for (run, queue, done) in &self.runs {
            rows.push([
                run.id.clone(),
                run.target.clone(),
                done.to_string(),
                queue.at_work.to_string(),
                queue.waiting.to_string(),
            ]);
        }
        let runs = match self.runs.len() {
            0 => "no runs\n".to_string(),
            _ => table([Align::Left, Align::Left, Align::Right, Align::Right, Align::Right], &rows),
        };
        let workers = match self.shifts.len() {
            0 => "no workers\n".to_string(),
            _ => lines(&self.shifts),
        };
        format!("{runs}\n{workers}")
    }

    pub fn json(&self) -> Value {
        let run = |(run, queue, done): &(Run, Queue, u64)| {
            json!({
                "id": run.id, "target": run.target, "version": run.version, "program": run.program,
                "since": run.since, "done": done, "queued": queue.waiting, "at_work": queue.at_work,
            })
        };
        let shift = |shift: &Shift| {
            json!({
                "worker": shift.worker, "version": shift.version, "run": shift.run,
                "range": shift.range.as_ref().map(ToString::to_string), "states": shift.states,
                "states_per_second": shift.states_per_second, "done": shift.done,
            })
        };
        json!({
            "runs": self.runs.iter().map(run).collect::<Vec<_>>(),
            "workers": self.shifts.iter().map(shift).collect::<Vec<_>>(),
        })
    }
}

/// What workers do, a line each.
pub fn lines(shifts: &[Shift]) -> String {
    let mut rows = vec![["worker", "run", "range", "states", "states/s", "done"].map(str::to_string)];
    for Shift { worker, run, range, states, states_per_second, done, .. } in shifts {
        let range = range.as_ref().map_or("-".to_string(), |range| short(&range.to_string()));
        rows.push([
            worker.clone(),
            run.clone().unwrap_or("-".into()),
            range,
            states.to_string(),
            format!("{states_per_second:.0}"),
            done.to_string(),
        ]);
    }
    table([Align::Left, Align::Left, Align::Left, Align::Right, Align::Right, Align::Right], &rows)
}

fn short(range: &str) -> String {
    let is_long = range.chars().count() > WIDTH;
    if is_long { range.chars().take(WIDTH - 1).chain(['…']).collect() } else { range.to_string() }
}

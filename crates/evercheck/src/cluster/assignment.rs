//! A run as a worker sees it: the program, ready to be explored.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cfa::Program;
use explicit::layer::Layer;
use explicit::portion::{Budget, Committed, Portion};
use explicit::range::Range;
use explicit::reuse::{self, Checked, Mode, Request};
use explicit::{Options, Stats};
use machine::Brake;

use super::broker::{Broker, Room, Trouble};
use super::message::{Run, Work};
use super::record::unframe;

pub struct Assignment {
    pub run: Run,
    program: Program,
    options: Options,
    base: Vec<Layer>,
}

/// The objects that a run begins with.
pub const WORK: &str = "work";

pub fn base_name(index: usize) -> String {
    format!("base.{index}")
}

/// What a run is known by: its program and its options.
pub fn hash(work: &[u8]) -> String {
    blake3::hash(work).to_hex()[..32].to_string()
}

/// What is wrong between a run and a worker of a version, who has got this program.
fn mismatch(run: &Run, ours: &str, work: Option<&[u8]>) -> Option<String> {
    if run.version != ours {
        return Some(format!("it was submitted by evercheck {}, and this is {ours}", run.version));
    }
    let is_same = work.is_none_or(|work| hash(work) == run.program);
    (!is_same).then(|| "its program is not the one that was submitted".into())
}

/// Why a worker does not take part in a run.
pub enum Refused {
    Because(String),
    Trouble(Trouble),
}

impl From<Trouble> for Refused {
    fn from(trouble: Trouble) -> Refused {
        Refused::Trouble(trouble)
    }
}

impl Assignment {
    pub fn get(broker: &Broker, room: &Room, run: &Run) -> Result<Assignment, Refused> {
        let refused = |why: &str| Refused::Because(why.to_string());
        let ours = env!("EVERCHECK_VERSION");
        mismatch(run, ours, None).map_or(Ok(()), |why| Err(Refused::Because(why)))?;
        let work = broker.get(room, WORK)?.ok_or_else(|| refused("its program is not there"))?;
        mismatch(run, ours, Some(&work)).map_or(Ok(()), |why| Err(Refused::Because(why)))?;
        let work: Work =
            serde_json::from_slice(&work).map_err(|error| Refused::Because(error.to_string()))?;
        let mut base = Vec::new();
        for index in 0..run.base {
            let layer = broker.get(room, &base_name(index))?.and_then(|bytes| unframe(&bytes));
            let layer = layer.and_then(|sections| Layer::open(Arc::new(sections)));
            base.push(layer.ok_or_else(|| refused("the record that it builds on is damaged"))?);
        }
        let loaded = work.units.load().map_err(|error| Refused::Because(error.to_string()))?;
        Ok(Assignment { run: run.clone(), program: loaded.program, options: work.asked.options(), base })
    }

    /// Whether the first violation is enough.
    pub fn is_first_enough(&self) -> bool {
        !self.options.is_keeping_going
    }

    /// Explores a range, and tells how far it has come.
    pub fn explore(
        &self,
        range: &Range,
        budget: Arc<Budget>,
        committed: Arc<Committed>,
        halt: &Halt,
        told: &mut dyn FnMut(&Stats),
    ) -> Checked {
        let mut options = Options { range: Some(range.clone()), ..self.options.clone() };
        (options.limits.cancel, options.machine.brake) = (halt.flag.clone(), halt.brake.clone());
        let request = Request {
            mode: Mode::Delta,
            base: self.base.clone(),
            is_recording: true,
            portion: Some(Portion { budget, committed }),
            ..Request::default()
        };
        reuse::check(&self.program, &options, &request, &mut |stats: &Stats| told(stats))
    }
}

/// Ends a search from outside.
#[derive(Clone, Default)]
pub struct Halt {
    pub flag: Arc<AtomicBool>,
    brake: Brake,
}

impl Halt {
    pub fn call(&self) {
        self.flag.store(true, Ordering::Relaxed);
        self.brake.pull();
    }

    pub fn is_called(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_versions_and_other_programs_are_refused() {
        let run = Run { version: "1".into(), program: hash(b"program"), ..Run::default() };
        assert_eq!(mismatch(&run, "1", None), None);
        assert_eq!(mismatch(&run, "1", Some(b"program")), None);
        assert!(mismatch(&run, "1", Some(b"another")).is_some_and(|why| why.contains("not the one")));
        let why = mismatch(&run, "2", Some(b"program"));
        assert_eq!(why.as_deref(), Some("it was submitted by evercheck 1, and this is 2"));
    }
}

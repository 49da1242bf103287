//! Jobs in processes of their own.
//!
//! A project has several targets, and a history many revisions. Each is checked by a process of its own, so that limits of
//! time and memory are those of one job, and whatever becomes of one, the others are checked.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};
use serde::{Deserialize, Serialize};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::console::Console;
use crate::job::Job;
use crate::progress::PROGRESS;
use crate::report::Outcome;
use crate::resources::{Effort, cpu_time_of_children};
use crate::status::Status;

/// How often signals are looked for.
const PULSE: Duration = Duration::from_millis(50);
/// How long a process may take to stop that a terminal has sent the signal to as well.
const GRACE: Duration = Duration::from_millis(1500);

/// What a process says of its job.
#[derive(Clone, Serialize, Deserialize)]
pub enum Answer {
    Outcome(Box<Outcome>),
    /// There is none, and why; with the status that this means.
    Failed {
        code: u8,
        message: String,
    },
}

/// What came of a job.
pub struct Done {
    pub answer: Answer,
    /// How long the process ran.
    pub wall: Duration,
    /// Processor time, the preprocessor's included; of all that ran meanwhile, if there were several.
    pub cpu: Duration,
    /// What the process said besides, if that was kept for later.
    pub said: String,
    /// The revision whose job was the same, if there was no process.
    pub same: Option<String>,
}

impl Done {
    /// Of a job that could not even be put together.
    pub fn failed(message: &str) -> Done {
        let answer = Answer::Failed { code: Status::Input.code(), message: message.to_string() };
        Done { answer, wall: Duration::ZERO, cpu: Duration::ZERO, said: String::new(), same: None }
    }

    /// Of a job that is the same as one at another revision: nothing had to be executed.
    pub fn again(mut answer: Answer, revision: &str) -> Done {
        if let Answer::Outcome(outcome) = &mut answer {
            if let Some((stats, _)) = &mut outcome.explicit {
                (stats.reused, stats.executed) = (stats.reused + stats.executed, 0);
            }
            if let Some((stats, _)) = &mut outcome.predicate {
                stats.queries = 0;
            }
            outcome.effort = Effort::default();
        }
        let (wall, cpu, said) = (Duration::ZERO, Duration::ZERO, String::new());
        Done { answer, wall, cpu, said, same: Some(revision.to_string()) }
    }

    pub fn outcome(&self) -> Option<&Outcome> {
        self.told().ok()
    }

    /// The outcome, or why there is none.
    pub fn told(&self) -> Result<&Outcome, &str> {
        match &self.answer {
            Answer::Outcome(outcome) => Ok(outcome),
            Answer::Failed { message, .. } => Err(message),
        }
    }

    /// In one word, or the first words of why there is none.
    pub fn verdict(&self) -> String {
        match &self.answer {
            Answer::Outcome(outcome) => outcome.verdict(),
            Answer::Failed { code: 4, .. } => "error(internal)".into(),
            Answer::Failed { .. } => "error(input)".into(),
        }
    }

    pub fn code(&self) -> u8 {
        match &self.answer {
            Answer::Outcome(outcome) => outcome.status().code(),
            Answer::Failed { code, .. } => *code,
        }
    }
}

/// The worst of several statuses: an internal error, a contradiction, a violation, unknown, an input error, success.
pub fn worst(codes: impl IntoIterator<Item = u8>) -> u8 {
    let rank = |code: &u8| [0, 2, 3, 1, 5, 4].iter().position(|it| it == code).unwrap_or(usize::MAX);
    codes.into_iter().max_by_key(rank).unwrap_or(0)
}

/// Who has jobs done, and is told by signals to stop.
pub struct Foreman {
    signal: Arc<AtomicUsize>,
    /// Options of the command line that are for all commands.
    words: Vec<String>,
    hearing: Hearing,
    /// The folder that processes work in, if it is another one.
    folder: Option<PathBuf>,
    /// How long a process may take before it is told of a signal: one of a terminal has reached it already.
    patience: Duration,
}

/// Who is told a line.
pub type Tell = Box<dyn Fn(&str) + Send + Sync>;

/// What becomes of what processes say besides.
enum Hearing {
    /// It goes to the terminal.
    Now,
    /// It is kept until the process ends: several would talk at once.
    Later,
    Never,
    /// How far it has come, a line now and then, is told at once.
    Live(Tell),
}

impl Foreman {
    pub fn new(console: &Console) -> Result<Foreman> {
        let (signal, words, hearing) = (Arc::default(), console.words(), Hearing::Now);
        let foreman = Foreman { signal, words, hearing, folder: None, patience: GRACE };
        for number in [SIGINT, SIGTERM] {
            flag::register_usize(number, foreman.signal.clone(), number as usize)
                .context("cannot handle signals")?;
        }
        Ok(foreman)
    }

    /// What processes say besides is heard by nobody.
    pub fn silent(console: &Console) -> Result<Foreman> {
        let words = vec!["--quiet".to_string(), "--color=never".to_string()];
        Ok(Foreman { words, hearing: Hearing::Never, ..Foreman::new(console)? })
    }

    /// Who works for another program, in a folder of its own, takes no signals, and tells how far a job has come.
    pub fn guest(folder: PathBuf, tell: Tell) -> Foreman {
        let words = vec!["--quiet".to_string(), "--color=never".to_string()];
        let (signal, hearing) = (Arc::default(), Hearing::Live(tell));
        Foreman { signal, words, hearing, folder: Some(folder), patience: Duration::ZERO }
    }

    /// Has the job that is being done ended, which keeps what it has found out.
    pub fn call_off(&self) {
        self.signal.store(SIGTERM as usize, Ordering::Relaxed);
    }

    /// What processes say besides is kept until they end.
    pub fn patient(console: &Console) -> Result<Foreman> {
        Ok(Foreman { hearing: Hearing::Later, ..Foreman::new(console)? })
    }

    /// The status if there was a signal: no further job is to be done then.
    pub fn signalled(&self) -> Option<Status> {
        match self.signal.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(Status::Signalled(signal as u8)),
        }
    }

    /// Has a job done.
    pub fn run(&self, job: &Job) -> Result<Done> {
        let (start, used) = (Instant::now(), cpu_time_of_children());
        let own = std::env::current_exe().context("cannot tell which program this is")?;
        let mut command = Command::new(own);
        command.args(&self.words).arg("job").stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(match self.hearing {
            Hearing::Now => Stdio::inherit(),
            Hearing::Later | Hearing::Live(_) => Stdio::piped(),
            Hearing::Never => Stdio::null(),
        });
        if let Hearing::Live(_) = self.hearing {
            command.arg("--progress");
        }
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        let mut child = command.spawn().context("cannot start a process")?;
        if let Some(mut stdin) = child.stdin.take() {
            // One that has ended says so itself.
            let _ = stdin.write_all(serde_json::to_string(job)?.as_bytes());
        }
        let (text, said) = self.listen(&mut child);
        let status = child.wait().context("cannot wait for a process")?;
        let answer = serde_json::from_str(&text).unwrap_or_else(|_| Answer::Failed {
            code: Status::Internal.code(),
            message: format!("the process that checked {} ended without an answer ({status})", job.target),
        });
        Ok(Done {
            answer,
            wall: start.elapsed(),
            cpu: cpu_time_of_children().saturating_sub(used),
            said,
            same: None,
        })
    }

    /// Has jobs done, so many at a time, and tells of each in their order. After a signal no other is begun.
    pub fn run_all<'a>(
        &self,
        jobs: &'a [Job],
        workers: usize,
        mut tell: impl FnMut(&Job, &Done) -> Result<()>,
    ) -> Result<Vec<(&'a Job, Done)>> {
        let (next, (send, results)) = (AtomicUsize::new(0), channel());
        thread::scope(|scope| {
            for _ in 0..workers.max(1) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || {
                    while let Some((index, job)) = take(next, jobs).filter(|_| self.signalled().is_none()) {
                        // Who waits for it may have given up.
                        let _ = send.send((index, self.run(job)));
                    }
                });
            }
            drop(send);
            let (mut waiting, mut all) = (BTreeMap::new(), Vec::new());
            for (index, done) in results {
                waiting.insert(index, done?);
                while let Some(done) = waiting.remove(&all.len()) {
                    let job = &jobs[all.len()];
                    tell(job, &done)?;
                    all.push((job, done));
                }
            }
            Ok(all)
        })
    }

    /// All that a process writes until it ends: its answer, and what it says besides if that is kept.
    fn listen(&self, child: &mut Child) -> (String, String) {
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let (tell, told) = channel();
        thread::scope(|scope| {
            let besides = scope.spawn(move || {
                let mut said = Vec::new();
                for line in
                    stderr.into_iter().flat_map(|it| BufReader::new(it).split(b'\n')).map_while(Result::ok)
                {
                    let text = String::from_utf8_lossy(&line);
                    match (&self.hearing, text.strip_prefix(PROGRESS)) {
                        (Hearing::Live(tell), Some(text)) => tell(text),
                        _ => said.extend([&line[..], b"\n"].concat()),
                    }
                }
                String::from_utf8_lossy(&said).into_owned()
            });
            scope.spawn(move || {
                let mut text = String::new();
                // What is cut short is no answer.
                let _ = stdout.map(|mut stdout| stdout.read_to_string(&mut text));
                let _ = tell.send(text);
            });
            let mut due: Option<Instant> = None;
            let answer = loop {
                match told.recv_timeout(PULSE) {
                    Ok(text) => break text,
                    Err(RecvTimeoutError::Disconnected) => break String::new(),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                let now = Instant::now();
                if self.signalled().is_some() && now >= *due.get_or_insert(now + self.patience) {
                    terminate(child);
                    due = Some(now + GRACE);
                }
            };
            (answer, besides.join().unwrap_or_default())
        })
    }
}

/// The next job that nobody has taken, and its number.
fn take<'a>(next: &AtomicUsize, jobs: &'a [Job]) -> Option<(usize, &'a Job)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, jobs.get(index)?))
}

/// Asks a process to end, and to keep what it has found out.
pub fn terminate(child: &Child) {
    // It may have ended meanwhile.
    let _ = i32::try_from(child.id()).ok().and_then(Pid::from_raw).map(|pid| kill_process(pid, Signal::TERM));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_status_counts() {
        assert_eq!(worst([]), 0);
        assert_eq!(worst([0, 2, 0]), 2);
        assert_eq!(worst([3, 2, 0]), 3);
        assert_eq!(worst([3, 1, 2]), 1);
        assert_eq!(worst([1, 5, 3]), 5);
        assert_eq!(worst([5, 4, 1]), 4);
    }
}

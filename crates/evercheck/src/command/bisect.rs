//! `evercheck bisect`: the revision that flipped a verdict.

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;

use super::history::revisions::{Walk, project};
use super::history::rows::Rows;
use super::history::{RevisionArgs, Runner, Stage};
use crate::console::Console;
use crate::format::Format;
use crate::git::{Repository, Revision};
use crate::quantity::counted;
use crate::report::text::shown;
use crate::status::Status;
use crate::worker::Done;

/// Find the revision that flipped a verdict, between one that holds and one that is violated
///
/// Revisions are chosen by halving, along first parents, and are checked as by `evercheck history`; each reuses what the ones
/// before left. Those that are unknown or cannot be read are passed over.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct BisectArgs {
    /// A..B: of A and B one holds, the other is violated
    #[arg(value_name = "A..B")]
    revisions: String,

    #[command(flatten)]
    common: RevisionArgs,
}

const EXAMPLES: &str = "\
Examples:
  evercheck bisect v1.0..main
  evercheck bisect v1.0..main queue

Exit status:
  0  the revision was found
  2  wrong usage, or A and B do not differ
  3  it is one of several that could not be decided";

/// What a revision shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Holds,
    Violated,
}

pub fn run(console: &Console, args: &BisectArgs) -> Result<Status> {
    let project = project()?;
    let repository = Repository::around(&project.root)?;
    let Some((from, to)) =
        args.revisions.split_once("..").filter(|(from, to)| !from.is_empty() && !to.is_empty())
    else {
        bail!("{} is no range: give the two revisions as A..B", args.revisions);
    };
    let chain = repository.chain(from, to)?;
    let mut walk = Walk::new(&project, &repository, &args.common)?;
    let names = walk.names();
    let [target] = names.as_slice() else { bail!("name one target: {}", names.join(", ")) };
    let stages: Vec<Stage> = chain.iter().enumerate().map(Stage::of).collect();
    let rows = Rows::new(&stages, &[], false);
    let mut search = Search {
        runner: Runner::new(console, args.common.format, rows)?,
        walk: &mut walk,
        target,
        chain: &chain,
        sides: vec![None; chain.len()],
    };
    let last = chain.len() - 1;
    for end in [0, last] {
        if let Some(status) = search.look(end)? {
            return Ok(status);
        }
    }
    let (Some(Some(old)), Some(Some(new))) = (search.sides[0], search.sides[last]) else {
        bail!("one end of {} is not decided: give a range whose ends are", args.revisions);
    };
    if old == new {
        bail!(
            "{from} and {to} do not differ: both {}; `evercheck history {from}..{to}` looks at all in between",
            if old == Side::Holds { "hold" } else { "are violated" }
        );
    }
    let mut told = if new == Side::Violated { search.violation() } else { String::new() };
    loop {
        let (before, after) = search.bounds(old);
        match search.middle(before, after) {
            Some(index) => {
                if let Some(status) = search.look(index)? {
                    return Ok(status);
                }
                if search.sides[index] == Some(Some(new)) && new == Side::Violated {
                    told = search.violation();
                }
            }
            None => return conclude(console, args, &chain[before + 1..=after], new, &told),
        }
    }
}

fn conclude(
    console: &Console,
    args: &BisectArgs,
    found: &[Revision],
    new: Side,
    told: &str,
) -> Result<Status> {
    let word = match new {
        Side::Holds => "holds",
        Side::Violated => "is violated",
    };
    let text = match (args.common.format, found) {
        (Format::Json, _) => {
            let revisions: Vec<&str> = found.iter().map(|revision| revision.hash.as_str()).collect();
            format!("{}\n", json!({ "bisect": { "becomes": word, "revisions": revisions } }))
        }
        (Format::Text, [revision]) => {
            let told = if told.is_empty() { String::new() } else { format!("{told}\n") };
            format!("{told}first that {word}: {} {}\n", revision.hash, revision.subject)
        }
        (Format::Text, several) => {
            let count = counted(several.len() as u64, "revision");
            let hashes: Vec<&str> = several.iter().map(|revision| revision.short.as_str()).collect();
            format!("first that {word}: one of {count}: {}\n", hashes.join(" "))
        }
    };
    console.result(text)?;
    Ok(if found.len() == 1 { Status::Success } else { Status::Unknown })
}

struct Search<'a, 'w> {
    runner: Runner<'a>,
    walk: &'a mut Walk<'w>,
    target: &'a str,
    /// Oldest first.
    chain: &'a [Revision],
    /// What is known of each: nothing, or that it is not decided, or what it shows.
    sides: Vec<Option<Option<Side>>>,
}

impl Search<'_, '_> {
    /// Checks a revision. Nothing more is to be done if there is a status.
    fn look(&mut self, index: usize) -> Result<Option<Status>> {
        let revision = &self.chain[index];
        let jobs = self.walk.jobs(revision);
        let job =
            jobs.into_iter().find(|(name, _)| name == self.target).context("there is no such target")?.1;
        let status =
            self.runner.row(&Stage::of((index, revision)), self.target, job, self.walk.tree().as_ref())?;
        self.sides[index] = Some(self.runner.rows.last().and_then(side));
        Ok(status)
    }

    /// The violation that was found last, in one line.
    fn violation(&self) -> String {
        let outcome = self.runner.rows.last().and_then(Done::outcome);
        outcome.and_then(|it| Some(shown(it, it.findings.first()?))).unwrap_or_default()
    }

    /// The last one that shows what the oldest does, and the first one after it that shows something else.
    fn bounds(&self, old: Side) -> (usize, usize) {
        let is = |index: &usize, wanted: bool| {
            self.sides[*index].flatten().is_some_and(|side| (side == old) == wanted)
        };
        let after = (0..self.chain.len()).find(|index| is(index, false)).unwrap_or(self.chain.len() - 1);
        let before = (0..after).rev().find(|index| is(index, true)).unwrap_or(0);
        (before, after)
    }

    /// Of those between that nothing is known of, the one nearest to the middle.
    fn middle(&self, before: usize, after: usize) -> Option<usize> {
        let middle = before + (after - before) / 2;
        (before + 1..after)
            .filter(|index| self.sides[*index].is_none())
            .min_by_key(|index| index.abs_diff(middle))
    }
}

fn side(done: &Done) -> Option<Side> {
    match done.verdict() {
        verdict if verdict == "true" => Some(Side::Holds),
        verdict if verdict.starts_with("false") => Some(Side::Violated),
        _ => None,
    }
}

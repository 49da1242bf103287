//! `evercheck store`: looks after what earlier runs left.

use std::path::Path;
use std::time::Duration;

use ::store::{Run, Store};
use anyhow::{Result, bail};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::console::Console;
use crate::date::date;
use crate::format::Format;
use crate::place;
use crate::quantity::{self, short_size};
use crate::shared::Shared;
use crate::shared::url::{StoreName, Url};
use crate::status::Status;

/// Look after what earlier runs left: list it, check it, make room
///
/// Any number of processes may use a store at the same time, these commands included.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES, subcommand_required = true, arg_required_else_help = true)]
pub struct StoreArgs {
    #[command(subcommand)]
    command: StoreCommand,

    /// Folder of the store, or the URL of a shared one [default: your nearest .evercheck here or above, in the repository]
    #[arg(
        long,
        value_name = "DIR|URL",
        env = "EVERCHECK_STORE",
        global = true,
        value_parser = OsStringValueParser::new().try_map(StoreName::parse)
    )]
    store: Option<StoreName>,

    /// How to print the result
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t, global = true)]
    format: Format,
}

#[derive(Debug, Subcommand)]
enum StoreCommand {
    Ls(LsArgs),
    Verify(VerifyArgs),
    Gc(GcArgs),
}

/// List the runs, newest first, with the size of their records
#[derive(Debug, Args)]
#[command(after_long_help = LS_EXAMPLES)]
struct LsArgs {}

/// Read everything again and report what is damaged
///
/// Nothing has to be done about damage: it is noticed in use, set aside with a warning, and costs time. Status 1 if there
/// is any.
#[derive(Debug, Args)]
#[command(after_long_help = VERIFY_EXAMPLES)]
struct VerifyArgs {}

/// Remove old runs, and whatever no run needs
///
/// Without options no run is removed, only what is left over: segments that no run refers to, what was set aside as
/// damaged, files of processes that were killed. What another process has open stays, and so does a segment that was
/// written within the last hour and was never a run's, since the run that wrote it may not be listed yet; the output says
/// how many there are.
#[derive(Debug, Args)]
#[command(after_long_help = GC_EXAMPLES)]
struct GcArgs {
    /// Remove runs, and what unfinished ones left, that are older than N days
    #[arg(long, value_name = "N", value_parser = quantity::count)]
    keep_days: Option<u64>,

    /// Remove the oldest runs until the rest takes no more than this: 500MB, 4GB
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    max_size: Option<u64>,
}

impl GcArgs {
    fn keep(&self) -> Option<Duration> {
        self.keep_days.map(|days| Duration::from_secs(days.saturating_mul(24 * 60 * 60)))
    }
}

/// How long making room in a shared store may take: nobody waits for a verdict meanwhile.
const COLLECTING: Duration = Duration::from_secs(60 * 60);

const EXAMPLES: &str = "\
Examples:
  evercheck store ls
  evercheck store verify
  evercheck store gc --keep-days 30 --max-size 4GB

Exit status:
  0  the command did what was asked; of verify: nothing is damaged
  1  of verify: something is damaged
  2  wrong usage, or a store that is not there or cannot be used";

const LS_EXAMPLES: &str = "\
Examples:
  evercheck store ls
  evercheck store ls --store ../project/.evercheck --format json";

const VERIFY_EXAMPLES: &str = "\
Examples:
  evercheck store verify || evercheck store gc";

const GC_EXAMPLES: &str = "\
Examples:
  evercheck store gc
  evercheck store gc --keep-days 30
  evercheck store gc --max-size 4GB
  evercheck store gc --store s3://bucket/evercheck --keep-days 30";

pub fn run(console: &Console, args: &StoreArgs) -> Result<Status> {
    let name = args.store.clone().unwrap_or_default();
    let outcome = match (&name, &args.command) {
        (StoreName { folder: None, shared: Some(url) }, StoreCommand::Gc(options)) => collect(url, options)?,
        (StoreName { folder: None, shared: Some(_) }, _) => {
            bail!(
                "of a shared store only gc is known: what is damaged there is found, and sent again, in use"
            );
        }
        _ => local(console, args, name.folder.as_deref())?,
    };
    console.result(&match args.format {
        Format::Text => outcome.text,
        Format::Json => format!("{:#}\n", outcome.json),
    })?;
    Ok(outcome.status)
}

/// Looks after a store in a folder.
fn local(console: &Console, args: &StoreArgs, named: Option<&Path>) -> Result<Outcome> {
    let Some(place) = place::find(console, named) else {
        bail!("there is no store that can be used");
    };
    let dir = place.folder;
    // Opening would make one.
    if !dir.is_dir() {
        bail!("{}: there is no store", dir.display());
    }
    let store = Store::open(&dir, &place.trust)?;
    let outcome = match &args.command {
        StoreCommand::Ls(_) => ls(&store, &dir)?,
        StoreCommand::Verify(_) => verify(&store, &dir)?,
        StoreCommand::Gc(options) => gc(&store, &dir, options)?,
    };
    for warning in store.warnings() {
        console.warning(&warning);
    }
    Ok(outcome)
}

/// Makes room in a shared store.
fn collect(url: &Url, options: &GcArgs) -> Result<Outcome> {
    let shared = Shared::new(url.clone(), false, COLLECTING);
    let collected = shared.collect(options.keep(), options.max_size, COLLECTING)?;
    let removed = [(collected.runs, "run"), (collected.segments, "segment")];
    let removed: Vec<String> =
        removed.iter().filter(|(number, _)| *number > 0).map(|(number, kind)| count(*number, kind)).collect();
    let text = format!(
        "removed {}: {} and {} ({}) left in {url}\n",
        if removed.is_empty() { "nothing".to_string() } else { removed.join(", ") },
        count(collected.runs_left, "run"),
        count(collected.segments_left, "segment"),
        short_size(collected.bytes_left)
    );
    let json = json!({
        "schema": 1,
        "store": url.to_string(),
        "removed": {
            "runs": collected.runs,
            "programs": collected.programs,
            "segments": collected.segments,
        },
        "runs": collected.runs_left,
        "segments": collected.segments_left,
        "bytes": collected.bytes_left,
        "requests": collected.requests,
    });
    Ok(Outcome { text, json, status: Status::Success })
}

struct Outcome {
    text: String,
    json: Value,
    status: Status,
}

fn ls(store: &Store, dir: &Path) -> Result<Outcome> {
    let runs = store.all_runs()?;
    let usage = store.usage()?;
    let mut text = String::new();
    if !runs.is_empty() {
        let width = |of: &dyn Fn(&Run) -> usize, least| runs.iter().map(of).max().unwrap_or(0).max(least);
        let verdicts = width(&|run| run.verdict.chars().count(), 7);
        let kinds = width(&|run| holds(run).chars().count(), 5);
        text += &format!(
            "{:>6}  {:19}  {:>8}  {:kinds$}  {:verdicts$}  TARGET\n",
            "RUN", "TIME (UTC)", "RECORD", "HOLDS", "VERDICT"
        );
        for run in &runs {
            let (size, date) = (short_size(record_size(store, run)), date(run.time));
            let unfinished = if run.is_complete { "" } else { " (unfinished)" };
            let Run { id, verdict, target, .. } = run;
            let holds = holds(run);
            text += &format!(
                "{id:>6}  {date}  {size:>8}  {holds:kinds$}  {verdict:verdicts$}  {target}{unfinished}\n"
            );
        }
    }
    text += &format!(
        "{}, {}, {}: {} in {}\n",
        count(runs.len() as u64, "run"),
        count(usage.segments, "segment"),
        count(usage.journals, "journal"),
        short_size(usage.bytes),
        dir.display()
    );
    let json = json!({
        "schema": 1,
        "store": dir.display().to_string(),
        "runs": listed(store, &runs),
        "segments": usage.segments,
        "journals": usage.journals,
        "bytes": usage.bytes,
    });
    Ok(Outcome { text, json, status: Status::Success })
}

/// Runs, as they are told to programs.
pub fn listed(store: &Store, runs: &[Run]) -> Vec<Value> {
    let told = runs.iter().map(|run| {
        json!({
            "id": run.id,
            "key": run.key.to_string(),
            "target": run.target,
            "time": run.time,
            "verdict": run.verdict,
            "is_complete": run.is_complete,
            "layers": run.layers.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "bytes": record_size(store, run),
            // The engine wrote it; whatever it is, the object stays valid.
            "stats": serde_json::from_str::<Value>(&run.stats).unwrap_or(Value::Null),
        })
    });
    told.collect()
}

/// What a run left, as the engine that wrote it said.
fn holds(run: &Run) -> String {
    let stats = serde_json::from_str::<Value>(&run.stats).unwrap_or(Value::Null);
    let of = |name: &str, what: &str| {
        let number = stats[name].as_u64().filter(|&number| number > 0)?;
        Some(count(number, what))
    };
    let summaries = stats["summaries"].as_u64().filter(|&number| number > 0).map(|_| "summaries".to_string());
    let all = [of("states", "state"), of("proofs", "proof"), of("hints", "unfinished proof"), summaries];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What the segments of a run take; other runs may refer to the same ones.
fn record_size(store: &Store, run: &Run) -> u64 {
    run.layers.iter().filter_map(|address| store.size(address)).sum()
}

fn verify(store: &Store, dir: &Path) -> Result<Outcome> {
    // A catalogue so damaged that it was replaced when the store was opened is damage as well.
    let mut damaged: Vec<String> = store.warnings();
    let verified = store.verify()?;
    damaged.extend(verified.damaged.iter().map(|it| format!("{}: {}", it.path.display(), it.reason)));
    let mut text: String = damaged.iter().map(|line| format!("{line}\n")).collect();
    text += &format!(
        "{}, {}, {}: {} in {}, {}\n",
        count(verified.runs, "run"),
        count(verified.segments, "segment"),
        count(verified.journals, "journal"),
        short_size(verified.bytes),
        dir.display(),
        if damaged.is_empty() { "intact".to_string() } else { format!("{} damaged", damaged.len()) }
    );
    let json = json!({
        "schema": 1,
        "store": dir.display().to_string(),
        "runs": verified.runs,
        "segments": verified.segments,
        "journals": verified.journals,
        "bytes": verified.bytes,
        "damaged": damaged,
    });
    let status = if damaged.is_empty() { Status::Success } else { Status::Damaged };
    Ok(Outcome { text, json, status })
}

fn gc(store: &Store, dir: &Path, options: &GcArgs) -> Result<Outcome> {
    let collected = store.gc(options.keep(), options.max_size)?;
    let left = store.usage()?.bytes;
    let kinds = [
        (collected.runs, "run"),
        (collected.segments, "segment"),
        (collected.journals, "journal"),
        (collected.outcomes, "outcome"),
        (collected.temporaries, "temporary file"),
        (collected.aside, "damaged file"),
    ];
    let removed: Vec<String> =
        kinds.iter().filter(|(number, _)| *number > 0).map(|(number, kind)| count(*number, kind)).collect();
    let removed = match removed.is_empty() {
        true => "nothing".to_string(),
        false => format!("{} ({})", removed.join(", "), short_size(collected.bytes)),
    };
    let mut text = format!("removed {removed}: {} left in {}\n", short_size(left), dir.display());
    if collected.young > 0 {
        let young = count(collected.young, "segment");
        text += &format!("kept {young} that no run needs, written within the last hour\n");
    }
    let json = json!({
        "schema": 1,
        "store": dir.display().to_string(),
        "removed": {
            "runs": collected.runs,
            "segments": collected.segments,
            "journals": collected.journals,
            "outcomes": collected.outcomes,
            "temporaries": collected.temporaries,
            "aside": collected.aside,
            "bytes": collected.bytes,
        },
        "kept_young": collected.young,
        "bytes": left,
    });
    Ok(Outcome { text, json, status: Status::Success })
}

/// `1 run`, `2 runs`.
fn count(number: u64, kind: &str) -> String {
    format!("{number} {kind}{}", if number == 1 { "" } else { "s" })
}

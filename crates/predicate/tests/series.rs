//! The series of `tests/revisions`, each on the proofs of the revisions before: in order and backwards, verdicts are those that
//! are stated, violations those of a run from scratch, and where nothing that matters has changed nothing is asked.

mod common;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use common::{
    Known, MODES, Mode, PROCEDURES, check_within, difference, for_each, is_decided, is_limited, verdict,
};
use predicate::{Checked, Externs};
use verdict::{Properties, Property, Verdict};

const SERIES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/revisions");
/// For one revision.
const TIME: Duration = Duration::from_secs(1);

struct Revision {
    path: PathBuf,
    program: cfa::Program,
    expected: Verdict,
    property: Property,
    externs: Externs,
    /// Nothing is asked if the revision before was proved.
    is_unchanged: bool,
    /// How many summaries of the revisions before are of procedures that are as they were, where each comes to main; and whether the proof rests
    /// on some.
    selected: Option<u64>,
    is_inheriting: bool,
}

fn revision(path: PathBuf) -> Revision {
    let text = std::fs::read_to_string(&path).unwrap();
    let header = |name: &str| {
        let start = format!("// {name}: ");
        text.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or("")
    };
    let (mut property, mut externs) = (Property::UnreachCall, Externs::Pure);
    let mut words = header("options").split_whitespace();
    while let Some(option) = words.next() {
        match (option, words.next()) {
            ("--property", Some("no-overflow")) => property = Property::NoOverflow,
            ("--externs", Some("havoc")) => externs = Externs::Havoc,
            other => panic!("{}: {other:?}", path.display()),
        }
    }
    let expected = match header("expect") {
        "true" => Verdict::True,
        text if text == format!("false({})", property.name()) => Verdict::False,
        other => panic!("{}: {other:?}", path.display()),
    };
    let program = cfa::from_text(&common::preprocessed(&text)).unwrap();
    Revision {
        path,
        program,
        expected,
        property,
        externs,
        is_unchanged: header("asks") == "nothing",
        selected: header("selected").parse().ok(),
        is_inheriting: header("inherits") == "summaries",
    }
}

/// The revisions of a folder, in order.
fn series(folder: &Path) -> Vec<Revision> {
    let files = (1..).map(|number| folder.join(format!("{number}.c")));
    files.take_while(|file| file.exists()).map(revision).collect()
}

fn folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(SERIES).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
}

fn check(revision: &Revision, mode: Mode, known: &Known) -> Checked {
    let mut options = mode.with(known);
    (options.properties, options.externs) = (Properties::from(revision.property), revision.externs);
    check_within(&revision.program, &options, TIME)
}

#[derive(Default)]
struct Counts {
    decided: AtomicU64,
    confirmed: AtomicU64,
    unchanged: AtomicU64,
    inherited: AtomicU64,
}

/// One series in one mode, beside runs from scratch in that mode or, where both are proofs, in another.
fn compare(
    revisions: &[Revision],
    mode: Mode,
    directions: &[bool],
    references: &[Checked],
    counts: &Counts,
) -> Result<(), String> {
    for &is_backwards in directions {
        // What a slow machine did not get done is missing for the revisions behind.
        let (mut known, mut was_limited) = (Known::default(), false);
        let mut order: Vec<usize> = (0..revisions.len()).collect();
        if is_backwards {
            order.reverse();
        }
        for number in order {
            let (revision, reference) = (&revisions[number], &references[number]);
            let reused = check(revision, mode, &known);
            let is_plain = verdict(&reused) == Verdict::True && verdict(reference) == Verdict::True;
            let own =
                (!is_plain && mode.name != MODES[0].name).then(|| check(revision, mode, &Known::default()));
            let scratch = own.as_ref().unwrap_or(reference);
            let place = format!("{} ({}, backwards: {is_backwards})", revision.path.display(), mode.name);
            for checked in [scratch, &reused] {
                if is_decided(checked) && verdict(checked) != revision.expected {
                    return Err(format!("{place}: {:?}", checked.report.properties));
                }
            }
            if let Some(difference) = difference(scratch, &reused) {
                return Err(format!("{place}: {difference}"));
            }
            let stats = &reused.report.stats;
            let has_summaries = mode.technique.has_summaries();
            was_limited |= is_limited(scratch) || is_limited(&reused);
            let is_told = !is_backwards && !was_limited;
            if revision.is_unchanged && is_told && !has_summaries {
                let asked = (stats.confirmed, stats.queries, stats.obligations.asked);
                if asked != (1, 0, 0) {
                    return Err(format!("{place}: confirmed, queries, asked: {asked:?}"));
                }
                counts.unchanged.fetch_add(1, Ordering::Relaxed);
            }
            if mode.name == PROCEDURES.name && is_told {
                let is_wrong = revision.selected.is_some_and(|count| count != stats.inherited.selected)
                    || revision.is_inheriting && stats.inherited.used == 0;
                if is_wrong {
                    return Err(format!("{place}: {:?}", stats.inherited));
                }
            }
            counts.inherited.fetch_add(stats.inherited.used, Ordering::Relaxed);
            counts.decided.fetch_add(is_decided(&reused).into(), Ordering::Relaxed);
            counts.confirmed.fetch_add(stats.confirmed, Ordering::Relaxed);
            known.extend(&reused);
        }
    }
    Ok(())
}

/// Each series in the first mode and in one of the others, in turn; every other one backwards in the first. `SERIES=NAME` takes
/// those whose names have that in them, in every mode.
#[test]
fn every_revision_has_its_verdict_whatever_is_known() {
    let only = std::env::var("SERIES").ok();
    let (is_every_mode, only) = (only.is_some(), only.unwrap_or_default());
    let is_wanted = |(_, folder): &(usize, PathBuf)| folder.to_string_lossy().contains(&only);
    let folders: Vec<(usize, PathBuf)> = folders().into_iter().enumerate().filter(is_wanted).collect();
    assert!(folders.len() >= 25 || is_every_mode, "{} series", folders.len());
    let (counts, total) = (Counts::default(), AtomicU64::new(0));
    let failures = for_each(&folders, |(number, folder)| {
        let revisions = series(folder);
        assert!((2..=10).contains(&revisions.len()), "{}", folder.display());
        let directions = if number % 2 == 0 { &[false, true][..] } else { &[false] };
        total.fetch_add((directions.len() * revisions.len()) as u64, Ordering::Relaxed);
        let is_about_summaries = revisions.iter().any(|it| it.is_inheriting);
        let scratch: Vec<Checked> =
            revisions.iter().map(|it| check(it, MODES[0], &Known::default())).collect();
        compare(&revisions, MODES[0], directions, &scratch, &counts)?;
        for (index, &mode) in MODES.iter().enumerate().skip(1) {
            let is_own =
                index == 1 + number % (MODES.len() - 1) || is_about_summaries && mode.name == PROCEDURES.name;
            if is_own || is_every_mode {
                total.fetch_add(revisions.len() as u64, Ordering::Relaxed);
                compare(&revisions, mode, &[false], &scratch, &counts)?;
            }
        }
        Ok(())
    });
    // Z3's standard error may be put aside at the moment.
    failures.iter().for_each(|failure| println!("{failure}"));
    assert!(failures.is_empty(), "{} series", failures.len());
    let Counts { decided, confirmed, unchanged, inherited } = counts;
    let [total, decided, confirmed, unchanged, inherited] =
        [total, decided, confirmed, unchanged, inherited].map(AtomicU64::into_inner);
    println!("{total} runs, {decided} decided, {confirmed} proofs confirmed, {unchanged} without a query");
    println!("{inherited} summaries inherited");
    // A slow machine decides fewer in the same time.
    if !is_every_mode {
        assert!(2 * decided > total && 10 * confirmed > total && unchanged >= 15 && inherited >= 5);
    }
}

//! The programs of `tests/programs/check`, with what their opening comments say of them.

#![allow(dead_code, reason = "each test uses its part")]

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use cfa::Program;
use cfa::types::DataModel;
use explicit::{Options, Report};
use machine::number::Placement;
use verdict::Property;

/// A program, the verdict that it must have and the options that it is to be checked with.
pub struct Case {
    pub path: PathBuf,
    pub expected: String,
    pub options: Options,
}

impl Case {
    fn read(path: &Path) -> Case {
        let text = std::fs::read_to_string(path).expect("a program can be read");
        let header = |name: &str| {
            let start = format!("// {name}: ");
            text.lines().find_map(|line| line.strip_prefix(&start)).map(str::trim)
        };
        let expected = header("expect").unwrap_or_else(|| panic!("{}: no `// expect:`", path.display()));
        let options = options(header("options").unwrap_or_default());
        Case { path: path.to_path_buf(), expected: expected.to_string(), options }
    }

    pub fn load(&self, model: DataModel) -> Program {
        self.load_as(model, |units| units)
    }

    /// With nothing brought to its normal form.
    pub fn load_as_written(&self, model: DataModel) -> Program {
        self.load_as(model, cfa::Units::as_written)
    }

    fn load_as(&self, model: DataModel, how: impl Fn(cfa::Units) -> cfa::Units) -> Program {
        let options = cfa::Options { data_model: model, ..cfa::Options::default() };
        match cfa::read(std::slice::from_ref(&self.path), &options).and_then(|units| how(units).load()) {
            Ok(loaded) => loaded.program,
            Err(error) => panic!("{}: {error}", self.path.display()),
        }
    }

    pub fn name(&self) -> String {
        let folder = self.path.parent().and_then(Path::file_name).unwrap_or_default();
        Path::new(folder).join(self.path.file_name().unwrap_or_default()).display().to_string()
    }
}

/// All that a report says, without what it took.
pub fn said(report: &Report) -> String {
    let Report { properties, violations, is_stopped, obstacles, scope, .. } = report;
    format!("{properties:?}\n{violations:#?}\n{is_stopped} {obstacles:#?}\n{scope:?}")
}

/// The command line's options, as far as the programs use them.
fn options(text: &str) -> Options {
    let mut options = Options::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_else(|| panic!("{word}: no value"));
        match word {
            "--property" => {
                let names = value().split(',');
                options.properties =
                    names.flat_map(|name| Property::named(name).expect("a property")).collect();
            }
            "--except" => {
                for name in value().split(',').flat_map(|name| Property::named(name).expect("a property")) {
                    options.properties = options.properties.without(name);
                }
            }
            "--por" => {
                let value = value();
                (options.machine.is_reduced, options.machine.postpones) = (value != "off", value == "alone");
            }
            "--depth" => options.limits.depth = value().parse().ok(),
            "--malloc-may-fail" => options.machine.malloc_may_fail = true,
            "--spurious-wakeups" => options.machine.spurious_wakeups = value() == "on",
            "--memory-model" => options.is_order_strong = value() == "sc",
            "--signals" => options.is_without_signals = value() == "none",
            "--clock" => {
                let steps = value().strip_prefix("stepped").expect("stepped or stepped:N");
                options.is_clock_stepped = true;
                options.machine.clock_steps = steps.strip_prefix(':').map(|n| n.parse().expect("a number"));
            }
            "--addresses" => {
                let is_fixed = value() == "fixed";
                options.machine.placement = if is_fixed { Placement::Fixed } else { Placement::Any };
            }
            "--keep-going" => options.is_keeping_going = true,
            "--nondet-range" => {
                let (low, high) = value().split_once("..").expect("LOW..HIGH");
                let number = |text: &str| text.parse().expect("a number");
                options.machine.nondet_range = Some((number(low), number(high)));
            }
            _ => panic!("an option that this test does not know: {word}"),
        }
    }
    options
}

/// All programs, in the order of their names. `PROGRAMS=FOLDER,FOLDER…` takes those of these folders.
pub fn cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/check");
    let mut paths = Vec::new();
    let wanted = std::env::var("PROGRAMS").ok();
    let is_wanted = |name: &std::ffi::OsStr| match &wanted {
        Some(wanted) => wanted.split(',').any(|it| name == it),
        None => true,
    };
    let folders = std::fs::read_dir(&root).expect("there are programs").flatten();
    for folder in folders.filter(|folder| is_wanted(&folder.file_name())) {
        let files = std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|file| file.path());
        paths.extend(files.filter(|path| path.extension().is_some_and(|e| e == "c")));
    }
    paths.sort();
    paths.iter().map(|path| Case::read(path)).collect()
}

/// The programs of `tests/programs/symbolic`, whose verdicts are those with inputs as symbols. `SYMBOLIC=NAME` takes those that
/// begin with this.
pub fn symbolic_cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/symbolic");
    let files = std::fs::read_dir(&root).expect("there are programs").flatten().map(|file| file.path());
    let wanted = std::env::var("SYMBOLIC").unwrap_or_default();
    let is_wanted =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&wanted));
    let mut paths: Vec<PathBuf> = files.filter(is_wanted).collect();
    paths.sort();
    let mut cases: Vec<Case> = paths.iter().map(|path| Case::read(path)).collect();
    for case in &mut cases {
        case.options.machine.has_symbols = true;
        case.options.machine.oracle = Some(solver::oracle);
    }
    cases
}

/// Does something with each item, on all processors; what went wrong.
pub fn for_each<T: Sync>(items: &[T], work: impl Fn(&T) -> Vec<String> + Sync) -> Vec<String> {
    let (next, failures) = (Mutex::new(0), Mutex::new(Vec::new()));
    let worker = || {
        loop {
            let index = {
                let mut next = next.lock().expect("no panic");
                *next += 1;
                *next - 1
            };
            let Some(item) = items.get(index) else { return };
            let found = work(item);
            failures.lock().expect("no panic").extend(found);
        }
    };
    std::thread::scope(|scope| {
        let count = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..count {
            std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, worker).expect("a thread");
        }
    });
    let mut failures = failures.into_inner().expect("no panic");
    failures.sort();
    failures
}

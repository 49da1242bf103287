//! The options that say how C source is read, common to every command that reads any.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use cfa::{DataModel, Program};
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches, ValueEnum};
use serde::{Deserialize, Serialize};

use crate::bundled;
use crate::header::{self, Header};
use crate::nearest::did_you_mean;
use crate::watchdog::Watchdog;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Source options")]
pub struct SourceArgs {
    #[command(flatten)]
    preprocessor: PreprocessorArgs,

    /// Take definitions from FILE for what the program does not define, or `posix` for files, sockets and the environment; may
    /// be repeated
    ///
    /// In the bundled posix model a call succeeds, in full or in part, or fails, and data is any data, at most 2 bytes in a call
    /// (-DEVERCHECK_BYTES=N). It defines read, write, open, close, lseek, pipe, dup, unlink, poll, getenv and sockets.
    #[arg(long, value_name = "FILE|posix")]
    model: Vec<std::path::PathBuf>,

    /// What the program reads from standard input: any bytes, at most N, or what is in FILE; the verdict covers only that
    #[arg(long, value_name = "any:N|FILE", value_parser = bundled::input)]
    stdin: Option<bundled::Input>,

    /// Language standard, as for gcc: gnu11, c99, …
    #[arg(long, value_name = "STANDARD", help = "Language standard, as for gcc (also -std=STANDARD)")]
    std: Option<String>,

    /// Word size of the target, as for gcc: -m32 is --data-model ilp32, -m64 is lp64
    #[arg(short = 'm', value_name = "32|64")]
    machine: Option<Machine>,

    /// Sizes of the C types: lp64 (Linux on x86-64, the default) or ilp32 (Linux on i386)
    #[arg(long, value_name = "MODEL", value_enum)]
    data_model: Option<Model>,

    /// Calls of a function in place of main, for commands that have [`CallsArgs`].
    #[arg(skip)]
    calls: Option<cfa::Calls>,
}

/// Where runs begin, if not in main.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Source options")]
pub struct CallsArgs {
    /// Begin with calls of this function, with any arguments, instead of main
    ///
    /// Integers and floating-point numbers have any value. A pointer leads to an object of its own, set to anything; behind
    /// two pointers inside objects the next one is null. A pointer to a function leads to one that returns anything and changes
    /// nothing, or is null if it returns a pointer or a struct. Of a union the first member is set. Variables of the program have their
    /// initial values. The verdict covers such calls only. For anything else write a main of your own.
    #[arg(long, value_name = "NAME")]
    function: Option<String>,

    /// With --function, how many elements each pointer leads to: 1 by default, 4 for `a[static 4]`, and for char 8, the last of
    /// which is 0
    #[arg(long, value_name = "N", requires = "function", value_parser = clap::value_parser!(u64).range(1..=4096))]
    elements: Option<u64>,

    /// With --function, a condition in C over its parameters, such as 'n <= 8': other calls do not count; may be repeated
    #[arg(long, value_name = "CONDITION", requires = "function")]
    pub assume: Vec<String>,
}

/// Calls as a file keeps them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedCalls {
    function: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elements: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    assume: Vec<String>,
}

impl SavedCalls {
    /// Those that the runs of a program begin with.
    pub fn of(program: &Program) -> Option<SavedCalls> {
        let cfa::Calls { function, elements, conditions, .. } = program.entry.as_ref()?.calls.clone();
        Some(SavedCalls { function, elements, assume: conditions })
    }
}

impl CallsArgs {
    /// These, or else those that were saved.
    pub fn or_saved(&self, saved: Option<&SavedCalls>) -> CallsArgs {
        match saved {
            Some(SavedCalls { function, elements, assume }) if self.function.is_none() => {
                CallsArgs { function: Some(function.clone()), elements: *elements, assume: assume.clone() }
            }
            _ => self.clone(),
        }
    }

    pub fn function(&self) -> Option<&str> {
        self.function.as_deref()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Machine {
    #[value(name = "32")]
    M32,
    #[value(name = "64")]
    M64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Model {
    Lp64,
    Ilp32,
}

impl SourceArgs {
    /// The same, beginning with calls of a function if some are asked for.
    pub fn calling(&self, args: &CallsArgs) -> SourceArgs {
        let calls = args.function.clone().map(|function| cfa::Calls {
            function,
            elements: args.elements,
            conditions: args.assume.clone(),
            ..cfa::Calls::default()
        });
        SourceArgs { calls, ..self.clone() }
    }

    /// Loads a program. The outer error is one of the options.
    pub fn load(&self, files: &[PathBuf]) -> Result<Result<cfa::Loaded, cfa::Error>> {
        self.load_below(files, &Layout { root: Path::new(""), flags: &[] })
    }

    /// As [`SourceArgs::load`], of files below a folder.
    pub fn load_below(
        &self,
        files: &[PathBuf],
        layout: &Layout<'_>,
    ) -> Result<Result<cfa::Loaded, cfa::Error>> {
        Ok(self.read(files, layout, None)?.and_then(cfa::Units::load))
    }

    /// Preprocesses the files of a program below a folder, where somebody may end it all of a sudden.
    pub fn read(
        &self,
        files: &[PathBuf],
        layout: &Layout<'_>,
        watchdog: Option<&Watchdog>,
    ) -> Result<Result<cfa::Units, cfa::Error>> {
        let mut options = self.options()?;
        options.root = layout.root.to_path_buf();
        options.of_files =
            layout.flags.iter().map(|(file, words)| (file.clone(), compiler_flags(words))).collect();
        options.preprocessing = watchdog.map(Watchdog::preprocessing);
        let new_header = || {
            let header = Header::new()?;
            if let Some(watchdog) = watchdog {
                watchdog.covered().header = Some(header.folder.clone());
            }
            anyhow::Ok(header)
        };
        // Running the preprocessor takes longer than reading the files first. Another header may name ours, too.
        let mut header: Option<Header> = None;
        for (name, text) in bundled::texts(&self.model, self.stdin.as_ref(), layout.root)? {
            let folder = match &header {
                Some(header) => header,
                None => header.insert(new_header()?),
            };
            options.bundled.push((name.into(), folder.write(name, &text)?));
        }
        if let Some(header) = &header {
            options.preprocessor.extend(header.options());
        }
        if header.is_none() && files.iter().any(|file| is_naming_header(&layout.root.join(file))) {
            options.preprocessor.extend(header.insert(new_header()?).options());
        }
        match cfa::read(files, &options) {
            Err(cfa::Error::Preprocessor { message, .. })
                if header.is_none() && message.contains(header::NAME) =>
            {
                options.preprocessor.extend(header.insert(new_header()?).options());
                Ok(cfa::read(files, &options))
            }
            read => Ok(read),
        }
    }

    /// Takes a data model if none is asked for. Whether it did.
    pub fn default_data_model(&mut self, model: DataModel) -> bool {
        let is_open = self.machine.is_none() && self.data_model.is_none();
        if is_open {
            self.data_model = Some(match model {
                DataModel::Lp64 => Model::Lp64,
                DataModel::Ilp32 => Model::Ilp32,
            });
        }
        is_open
    }

    /// The options with which gcc compiles the same source, and the files beside the program's own.
    pub fn compiler_words(&self) -> Result<Vec<String>> {
        let options = self.options()?;
        let mut words = options.preprocessor;
        words.extend(options.standard.map(|standard| format!("-std={standard}")));
        if matches!(options.data_model, DataModel::Ilp32) {
            words.push("-m32".into());
        }
        words.extend(self.models());
        Ok(words)
    }

    /// What to say of a program without a beginning.
    pub fn without_main(&self, program: &Program) -> String {
        let Some(cfa::Calls { function, .. }) = &self.calls else {
            return "the program has no function main; --function NAME checks calls of another one"
                .to_string();
        };
        let names: Vec<String> = program
            .functions
            .iter()
            .filter(|it| it.body.is_some())
            .map(|it| it.source_name.clone())
            .collect();
        let meant = did_you_mean(function, &names);
        format!("--function: the program defines no function {function}{meant}")
    }

    /// Files that say what undefined functions do.
    pub fn models(&self) -> impl Iterator<Item = String> {
        self.model.iter().filter(|file| !bundled::is_bundled(file)).map(|file| file.display().to_string())
    }

    /// Files beside the program's own that it is checked with.
    pub fn files(&self) -> impl Iterator<Item = String> {
        let input = self.stdin.as_ref().and_then(bundled::Input::file);
        self.models().chain(input.map(|file| file.display().to_string()))
    }

    /// What a verdict takes for granted of models.
    pub fn assumptions(&self) -> impl Iterator<Item = String> {
        let posix = self.model.iter().any(|file| bundled::is_bundled(file)).then(bundled::assumption);
        self.models().chain(posix)
    }

    /// What standard input was.
    pub fn standard_input(&self) -> Option<String> {
        self.stdin.as_ref().map(bundled::Input::words)
    }

    /// The options of the front end, unless they contradict each other.
    pub fn options(&self) -> Result<cfa::Options> {
        let by_machine = self.machine.map(|machine| match machine {
            Machine::M32 => Model::Ilp32,
            Machine::M64 => Model::Lp64,
        });
        let model = match (by_machine, self.data_model) {
            (Some(Model::Ilp32), Some(Model::Lp64)) => bail!("-m32 contradicts --data-model lp64"),
            (Some(Model::Lp64), Some(Model::Ilp32)) => bail!("-m64 contradicts --data-model ilp32"),
            (by_machine, by_name) => by_machine.or(by_name).unwrap_or(Model::Lp64),
        };
        let data_model = match model {
            Model::Lp64 => DataModel::Lp64,
            Model::Ilp32 => DataModel::Ilp32,
        };
        let preprocessor = self.preprocessor.arguments.clone();
        Ok(cfa::Options {
            root: PathBuf::new(),
            of_files: Vec::new(),
            data_model,
            preprocessor,
            models: self.model.iter().filter(|file| !bundled::is_bundled(file)).cloned().collect(),
            bundled: Vec::new(),
            standard: self.std.clone(),
            calls: self.calls.clone(),
            preprocessing: None,
        })
    }
}

/// Where the files of a program lie, and the preprocessor's flags of single ones.
pub struct Layout<'a> {
    pub root: &'a Path,
    pub flags: &'a [(PathBuf, Vec<String>)],
}

/// Our spelling of flags as the compiler's.
fn compiler_flags(words: &[String]) -> Vec<String> {
    let spell = |word: &String| match word.strip_prefix("--include=") {
        Some(file) => vec!["-include".to_string(), file.to_string()],
        None => vec![word.clone()],
    };
    words.iter().flat_map(spell).collect()
}

/// Whether the text of a file has the name of `evercheck.h` in it.
fn is_naming_header(file: &Path) -> bool {
    let is_c = file.extension().is_none_or(|extension| extension != "i");
    // Others are refused, and some would never end.
    let text = if is_c && file.is_file() { std::fs::read(file).unwrap_or_default() } else { Vec::new() };
    text.windows(header::NAME.len()).any(|window| window == header::NAME.as_bytes())
}

/// `-I`, `-D`, `-U` and `--include` in the order given: `-DX -UX` and `-UX -DX` are not the same.
#[derive(Clone, Debug)]
struct PreprocessorArgs {
    arguments: Vec<String>,
}

/// Name on our command line, its letter there, its spelling for the compiler, value name and help.
const PREPROCESSOR_OPTIONS: [(&str, Option<char>, &str, &str, &str); 4] = [
    ("include-dir", Some('I'), "-I", "DIR", "Look for header files in DIR"),
    ("define", Some('D'), "-D", "NAME[=VALUE]", "Define a macro"),
    ("undefine", Some('U'), "-U", "NAME", "Undefine a macro"),
    ("include", None, "-include", "FILE", "Include FILE before the source (also -include FILE)"),
];

impl Args for PreprocessorArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        command.args(PREPROCESSOR_OPTIONS.map(|(name, letter, _, value, help)| {
            let option = Arg::new(name).action(ArgAction::Append).value_name(value).help(help);
            let option = option.allow_hyphen_values(true);
            match letter {
                Some(letter) => option.short(letter),
                None => option.long(name),
            }
        }))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PreprocessorArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut found: Vec<(usize, Vec<String>)> = Vec::new();
        for (name, letter, spelling, _, _) in PREPROCESSOR_OPTIONS {
            let indices = matches.indices_of(name).into_iter().flatten();
            let values = matches.get_many::<String>(name).into_iter().flatten();
            found.extend(indices.zip(values).map(|(index, value)| match letter {
                Some(_) => (index, vec![format!("{spelling}{value}")]),
                None => (index, vec![spelling.to_string(), value.clone()]),
            }));
        }
        found.sort_by_key(|(index, _)| *index);
        Ok(PreprocessorArgs { arguments: found.into_iter().flat_map(|(_, words)| words).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        source: SourceArgs,
    }

    fn options(line: &str) -> Result<cfa::Options> {
        let words = crate::argv::normalise(line.split_whitespace().map(Into::into));
        Line::try_parse_from(std::iter::once("evercheck".into()).chain(words))?.source.options()
    }

    #[test]
    fn the_order_of_preprocessor_options_is_kept() {
        let options = options("-DX=1 -I inc -U X -include a.h -D Y -includeb.h -Iother").unwrap();
        let expected = ["-DX=1", "-Iinc", "-UX", "-include", "a.h", "-DY", "-include", "b.h", "-Iother"];
        assert_eq!(options.preprocessor, expected);
    }

    #[test]
    fn the_data_model_has_two_names_that_must_agree() {
        assert!(matches!(options("").unwrap().data_model, DataModel::Lp64));
        assert!(matches!(options("-m32").unwrap().data_model, DataModel::Ilp32));
        assert!(matches!(options("--data-model ilp32").unwrap().data_model, DataModel::Ilp32));
        assert!(matches!(options("-m32 --data-model ilp32").unwrap().data_model, DataModel::Ilp32));
        assert!(matches!(options("-m64").unwrap().data_model, DataModel::Lp64));
        assert!(options("-m32 --data-model lp64").is_err());
        assert!(options("-m64 --data-model ilp32").is_err());
        assert!(options("-m16").is_err());
    }

    #[test]
    fn the_standard_has_gcc_s_spelling_too() {
        assert_eq!(options("-std=gnu11").unwrap().standard.as_deref(), Some("gnu11"));
        assert_eq!(options("--std c99").unwrap().standard.as_deref(), Some("c99"));
    }
}

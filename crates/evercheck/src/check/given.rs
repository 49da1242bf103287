//! The options that stand on a command line, as they are written there: by engine, and as words to be handed on.

use std::ffi::OsStr;

use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches};

use super::args::{ANY, CheckArgs, CommonArgs, ExplicitArgs, LimitArgs, PredicateArgs};
use crate::reuse_args::ReuseArgs;
use crate::source_args::{CallsArgs, SourceArgs};

/// The options of each engine that stand on the command line, as they are written there.
#[derive(Clone, Debug, Default)]
pub struct Given {
    pub explicit: Vec<String>,
    pub predicate: Vec<String>,
    /// All of them, to be written again.
    pub words: Vec<String>,
}

/// Declares nothing of its own: reads what the structs of the engines declare.
impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Given, clap::Error> {
        let mut explicit = given::<ExplicitArgs>(matches);
        // Options that ask for nothing to be reused or recorded get what they ask for from either engine.
        explicit.extend(ReuseArgs::from_arg_matches(matches)?.of_explicit());
        let mut predicate = given::<PredicateArgs>(matches);
        predicate.extend(ReuseArgs::from_arg_matches(matches)?.of_predicate());
        Ok(Given {
            explicit,
            predicate,
            words: words_of(matches, &CheckArgs::augment_args(Command::new("check"))),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Given::from_arg_matches(matches)?;
        Ok(())
    }
}

fn given<A: Args>(matches: &ArgMatches) -> Vec<String> {
    let declared = A::augment_args(Command::new("check"));
    // What asks for no more than there is anyway is for neither engine.
    let is_any =
        |id: &str| id == "args" && matches.get_raw(id).is_some_and(|mut it| it.any(|word| word == ANY));
    let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine) && !is_any(id);
    let names = declared.get_arguments().filter(|argument| is_given(argument.get_id().as_str()));
    names.filter_map(|argument| argument.get_long().map(|name| format!("--{name}"))).collect()
}

/// Options of a check, as words to be handed on.
#[derive(Clone, Debug, Default)]
pub struct Handed(pub Vec<String>);

impl Args for Handed {
    fn augment_args(command: Command) -> Command {
        let command = CommonArgs::augment_args(command);
        let command = LimitArgs::augment_args(command);
        let command = ExplicitArgs::augment_args(command);
        let command = PredicateArgs::augment_args(command);
        let command = ReuseArgs::augment_args(CallsArgs::augment_args(command));
        SourceArgs::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Handed {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Handed, clap::Error> {
        Ok(Handed(words_of(matches, &Handed::augment_args(Command::new("check")))))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Handed::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The options of a command line in their order, each value in a word of its own.
fn words_of(matches: &ArgMatches, declared: &Command) -> Vec<String> {
    let mut words: Vec<(usize, String)> = Vec::new();
    for option in declared.get_arguments().filter(|option| !option.is_positional()) {
        let id = option.get_id().as_str();
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        let name = match (option.get_long(), option.get_short()) {
            (Some(long), _) => format!("--{long}"),
            (None, Some(short)) => format!("-{short}"),
            (None, None) => continue,
        };
        let equals = if option.get_long().is_some() { "=" } else { "" };
        let indices = matches.indices_of(id).into_iter().flatten();
        if matches!(option.get_action(), ArgAction::SetTrue) {
            words.extend(indices.map(|index| (index, name.clone())));
            continue;
        }
        let values = matches.get_raw(id).into_iter().flatten();
        let word = |value: &OsStr| format!("{name}{equals}{}", value.to_string_lossy());
        words.extend(indices.zip(values).map(|(index, value)| (index, word(value))));
    }
    words.sort();
    words.into_iter().map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_were_given_are_told_by_engine() {
        let command = CheckArgs::augment_args(Command::new("check"));
        let matches = command.get_matches_from(["check", "--depth", "3", "--whole", "x.c"]);
        let given = Given::from_arg_matches(&matches).unwrap();
        assert_eq!((given.explicit, given.predicate), (vec!["--depth".into()], vec!["--whole".into()]));
    }

    #[test]
    fn a_command_line_can_be_written_again() {
        let command = CheckArgs::augment_args(Command::new("check"));
        let line =
            ["check", "x.c", "-DA", "--property", "no-overflow,valid-deref", "-Ib", "-U", "A", "--whole"];
        let given = Given::from_arg_matches(&command.get_matches_from(line)).unwrap();
        let expected = ["-DA", "--property=no-overflow", "--property=valid-deref", "-Ib", "-UA", "--whole"];
        assert_eq!(given.words, expected);
    }
}

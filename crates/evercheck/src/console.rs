//! What goes to the terminal: results to stdout, everything else to stderr, in colour where that is wanted.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};

use annotate_snippets::{Group, Level, Renderer, Report};
use anyhow::{Context, Result};
use clap::ValueEnum;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// Colour on a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    /// Whether to colour a stream, given whether it is a terminal and the environment.
    fn applies(self, is_terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
        // https://no-color.org: set and not empty, whatever the value.
        let is_unwanted = || variable("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = || variable("TERM").is_some_and(|value| value == "dumb");
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => is_terminal && !is_unwanted() && !is_dumb(),
        }
    }
}

/// How much to say on stderr. Errors are always said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    Quiet,
    Normal,
    Verbose,
}

#[derive(Clone)]
pub struct Console {
    verbosity: Verbosity,
    is_result_coloured: bool,
    is_coloured: bool,
    /// Whether another program reads how far the work has come.
    is_followed: bool,
    renderer: Renderer,
}

impl Console {
    pub fn new(color: Color, verbosity: Verbosity) -> Self {
        let is_coloured = color.applies(std::io::stderr().is_terminal(), |name| std::env::var_os(name));
        let is_result_coloured =
            color.applies(std::io::stdout().is_terminal(), |name| std::env::var_os(name));
        Console {
            verbosity,
            is_result_coloured,
            is_coloured,
            is_followed: false,
            renderer: if is_coloured { Renderer::styled() } else { Renderer::plain() },
        }
    }

    /// How far the work has come is told in lines, to a program.
    pub fn followed(mut self) -> Console {
        self.is_followed = true;
        self
    }

    pub fn is_followed(&self) -> bool {
        self.is_followed
    }

    /// Prints a result. The only thing in Evercheck that writes to stdout.
    pub fn result(&self, text: impl AsRef<[u8]>) -> Result<()> {
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(text.as_ref()).and_then(|()| stdout.flush()).context("cannot write to stdout")
    }

    pub fn error(&self, message: &str) {
        self.title(Level::ERROR, message);
    }

    pub fn warning(&self, message: &str) {
        if self.verbosity > Verbosity::Quiet {
            self.title(Level::WARNING, message);
        }
    }

    pub fn note(&self, message: &str) {
        self.title(Level::NOTE, message);
    }

    /// Says what a user may want to do next.
    pub fn inform(&self, message: &str) {
        if self.verbosity > Verbosity::Quiet {
            self.title(Level::NOTE, message);
        }
    }

    /// Says something only a user who asked for details with `-v` wants to know.
    pub fn detail(&self, message: &str) {
        if self.verbosity >= Verbosity::Verbose {
            self.title(Level::INFO, message);
        }
    }

    /// The options that make another console like this one, of a terminal that is the same.
    pub fn words(&self) -> Vec<String> {
        let verbosity = match self.verbosity {
            Verbosity::Quiet => Some("--quiet"),
            Verbosity::Normal => None,
            Verbosity::Verbose => Some("--verbose"),
        };
        let color = format!("--color={}", if self.is_coloured { "always" } else { "never" });
        verbosity.map(String::from).into_iter().chain([color]).collect()
    }

    pub fn is_verbose(&self) -> bool {
        self.verbosity == Verbosity::Verbose
    }

    /// Whether results go to a terminal that shows colours.
    pub fn is_result_coloured(&self) -> bool {
        self.is_result_coloured
    }

    pub fn is_quiet(&self) -> bool {
        self.verbosity == Verbosity::Quiet
    }

    /// Prints a rendered report on stderr.
    pub fn report(&self, groups: Report<'_>) {
        let mut text = self.renderer.render(groups);
        text.push('\n');
        self.raw(&text);
    }

    /// Prints text on stderr as it is. A stderr that cannot be written to leaves nobody to tell.
    pub fn raw(&self, text: &str) {
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }

    fn title(&self, level: Level<'_>, message: &str) {
        self.report(&[Group::with_title(level.primary_title(message))]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_is_for_terminals_unless_somebody_decides() {
        let none = |_: &str| None;
        let no_color = |name: &str| (name == "NO_COLOR").then(|| OsString::from("1"));
        let empty = |name: &str| (name == "NO_COLOR").then(OsString::new);
        let dumb = |name: &str| (name == "TERM").then(|| OsString::from("dumb"));
        assert!(Color::Auto.applies(true, none) && Color::Auto.applies(true, empty));
        assert!(!Color::Auto.applies(false, none));
        assert!(!Color::Auto.applies(true, no_color) && !Color::Auto.applies(true, dumb));
        assert!(Color::Always.applies(false, no_color) && !Color::Never.applies(true, none));
    }
}

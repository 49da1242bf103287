//! Paths: the numbers of the choices made, one after the other, from the first state on.
//!
//! D. Funes, J. H. Siddiqui, S. Khurshid, "Ranged Model Checking" (2012), §2.1. Choices of a state are numbered from 1 in
//! their order, which depends on the state alone, so a path means the same in every run, and paths are ordered: by the
//! first number that differs. A path comes before those that go on from it.

use std::fmt;
use std::str::FromStr;

use machine::Stop;
use machine::explore::Choice;
use serde::{Deserialize, Serialize};

use crate::space::{Ended, Space};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Path(pub Vec<u32>);

impl Path {
    /// Whether a path is this one, or leads to it.
    pub fn starts_with(&self, path: &Path) -> bool {
        self.0.starts_with(&path.0)
    }

    /// The choices by number, from where a space stands; it is there again afterwards.
    pub(crate) fn resolve<S: Space>(&self, space: &mut S) -> Result<Vec<Choice>, Impossible> {
        let (mut path, mut choices, mut has_ended) = (Vec::new(), Vec::new(), false);
        let mut found = Ok(());
        for &number in &self.0 {
            choices.clear();
            if !has_ended {
                space.choices(&mut choices);
            }
            let Some(&choice) = (number as usize).checked_sub(1).and_then(|index| choices.get(index)) else {
                let place = path.len() + 1;
                found = Err(Impossible::Missing { path: self.clone(), place, choices: choices.len() });
                break;
            };
            match space.take(choice) {
                Ok(()) => {}
                Err(Ended::Interrupted(stop)) => {
                    found = Err(Impossible::Interrupted(stop));
                    break;
                }
                Err(_) => has_ended = true,
            }
            path.push(choice);
        }
        path.iter().for_each(|_| space.undo());
        found.map(|()| path)
    }
}

/// Why a program has no such path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// At this place of the path, counted from 1, there are only so many choices; none if the run has ended.
    Missing { path: Path, place: usize, choices: usize },
    /// Nobody had the time to find out.
    Interrupted(Stop),
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Impossible::Missing { path, place, choices } => {
                let (before, number) = (Path(path.0[..place - 1].to_vec()), path.0[place - 1]);
                write!(f, "there is no path {path}: ")?;
                match (choices, before.0.is_empty()) {
                    (0, true) => f.write_str("there is nothing to choose at the start"),
                    (0, false) => write!(f, "there is nothing to choose after {before}"),
                    (1, true) => write!(f, "there is one choice at the start, and no choice {number}"),
                    (1, false) => write!(f, "there is one choice after {before}, and no choice {number}"),
                    (_, true) => {
                        write!(f, "there are {choices} choices at the start, and no choice {number}")
                    }
                    (_, false) => {
                        write!(f, "there are {choices} choices after {before}, and no choice {number}")
                    }
                }
            }
            Impossible::Interrupted(_) => f.write_str("the search was interrupted"),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(u32::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

/// Why a text is no path or no range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed(pub String);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Path {
    type Err = Malformed;

    /// Numbers from 1 with dots between them; nothing is the path to the first state.
    fn from_str(text: &str) -> Result<Path, Malformed> {
        if text.is_empty() {
            return Ok(Path::default());
        }
        let number = |(place, part): (usize, &str)| match part.parse::<u32>() {
            Ok(number) if number > 0 && part.bytes().all(|byte| byte.is_ascii_digit()) => Ok(number),
            _ => Err(Malformed(format!(
                "`{text}` is no path: `{part}`, its number {}, is no choice; choices are numbered from 1",
                place + 1
            ))),
        };
        text.split('.').enumerate().map(number).collect::<Result<_, _>>().map(Path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_as_text() {
        for text in ["", "1", "1.2.2", "4294967295.1"] {
            assert_eq!(text.parse::<Path>().expect("a path").to_string(), text);
        }
        for (text, place) in
            [("1..2", 2), ("0", 1), ("1.0", 2), ("1.x", 2), ("+1", 1), (".", 1), ("4294967296", 1)]
        {
            let error = text.parse::<Path>().expect_err(text).0;
            assert!(error.contains(&format!("its number {place},")), "{error}");
        }
    }

    #[test]
    fn paths_are_ordered_by_the_first_number_that_differs() {
        let sorted = ["", "1", "1.1.9", "1.2", "1.2.1", "1.10", "2", "10.1"];
        let paths: Vec<Path> = sorted.iter().map(|text| text.parse().expect("a path")).collect();
        assert!(paths.is_sorted());
    }
}

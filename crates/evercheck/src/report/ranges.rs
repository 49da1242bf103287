//! What the ranges took that a search was split into.

use std::time::Duration;

use explicit::Stats;
use explicit::range::Range;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::table::{Align, table};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ranges {
    pub seed: u64,
    /// What the paths took that are between them.
    pub paths_time: Duration,
    /// Each knew the states that those before it came to: what is told of it is what is new.
    pub is_shared: bool,
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    pub range: Range,
    /// Nothing if the search had ended before.
    pub explored: Option<Explored>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Explored {
    pub verdict: String,
    pub stats: Stats,
    pub time: Duration,
}

/// Characters of a range in the table. Paths may be long; JSON has all of them.
const WIDTH: usize = 40;

/// States, transitions, seconds.
type Figures = (u64, u64, f64);

impl Ranges {
    /// A table, and where violations are.
    pub fn text(&self) -> String {
        let states = if self.is_shared { "new states" } else { "states" };
        let mut rows = vec![["range", states, "transitions", "time", "verdict"].map(str::to_string)];
        let row = |name: String, (states, transitions, seconds): Figures, verdict: &str| {
            [name, states.to_string(), transitions.to_string(), format!("{seconds:.2} s"), verdict.into()]
        };
        for Part { range, explored } in &self.parts {
            let name = short(&range.to_string());
            rows.push(match explored {
                Some(it) => row(name, figures(it), &it.verdict),
                None => [name.as_str(), "-", "-", "-", "not explored"].map(str::to_string),
            });
        }
        rows.extend(self.sums().into_iter().map(|(name, figures)| row(name.into(), figures, "")));
        table([Align::Left, Align::Right, Align::Right, Align::Right, Align::Left], &rows) + &self.violated()
    }

    fn violated(&self) -> String {
        let is_violated =
            |part: &Part| part.explored.as_ref().is_some_and(|it| it.verdict.starts_with("false"));
        let numbers = self.parts.iter().zip(1..).filter(|(part, _)| is_violated(part));
        let numbers: Vec<String> = numbers.map(|(_, number): (_, usize)| number.to_string()).collect();
        let count = self.parts.len();
        match numbers.as_slice() {
            [] => String::new(),
            [number] => format!("violated in range {number} of {count}\n"),
            _ => format!("violated in ranges {} of {count}\n", numbers.join(", ")),
        }
    }

    pub fn json(&self) -> Value {
        let object = |(states, transitions, seconds): Figures| json!({ "states": states, "transitions": transitions, "wall_s": seconds });
        let part = |part: &Part| {
            let figures = part.explored.as_ref().map(figures);
            json!({
                "range": part.range.to_string(),
                "verdict": part.explored.as_ref().map(|it| &it.verdict),
                "states": figures.map(|it| it.0),
                "transitions": figures.map(|it| it.1),
                "wall_s": figures.map(|it| it.2),
            })
        };
        let mut value = json!({ "seed": self.seed, "shared": self.is_shared, "paths_wall_s": self.paths_time.as_secs_f64(), "list": self.parts.iter().map(part).collect::<Vec<_>>() });
        for (name, figures) in self.sums() {
            value[name] = object(figures);
        }
        value
    }

    /// The least and the most of those that were explored, and what all took together.
    fn sums(&self) -> [(&'static str, Figures); 3] {
        let all: Vec<Figures> =
            self.parts.iter().filter_map(|it| it.explored.as_ref()).map(figures).collect();
        let fold = |count: fn(u64, u64) -> u64, time: fn(f64, f64) -> f64| {
            let both = |a: Figures, b: Figures| (count(a.0, b.0), count(a.1, b.1), time(a.2, b.2));
            all.iter().copied().reduce(both).unwrap_or_default()
        };
        [
            ("minimum", fold(u64::min, f64::min)),
            ("maximum", fold(u64::max, f64::max)),
            ("total", fold(|a, b| a + b, |a, b| a + b)),
        ]
    }
}

fn figures(explored: &Explored) -> Figures {
    let Stats { states, transitions, .. } = explored.stats;
    (states, transitions, explored.time.as_secs_f64())
}

/// A range with as much of its ends as there is room for.
fn short(range: &str) -> String {
    if range.len() <= WIDTH {
        return range.into();
    }
    let (start, end) = range.split_once("..").unwrap_or((range, ""));
    let cut = |path: &str| match path.get(..WIDTH / 2 - 2) {
        Some(first) if path.len() > WIDTH / 2 => format!("{first}…"),
        _ => path.to_string(),
    };
    format!("{}..{}", cut(start), cut(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(range: &str, verdict: Option<&str>, states: u64) -> Part {
        let stats = Stats { states, transitions: 2 * states, ..Stats::default() };
        let explored =
            |verdict: &str| Explored { verdict: verdict.into(), stats, time: Duration::from_secs(states) };
        Part { range: range.parse().expect("a range"), explored: verdict.map(explored) }
    }

    #[test]
    fn a_table_of_ranges() {
        let long = format!("1.2..{}", ["1"; 30].join("."));
        let parts = vec![
            part("..1.2", Some("true"), 7),
            part("1.2..1.3.1", Some("false(unreach-call)"), 12),
            part(&long.replace("..1", "..2"), None, 0),
        ];
        let expected = "\
range                     states  transitions     time  verdict
..1.2                          7           14   7.00 s  true
1.2..1.3.1                    12           24  12.00 s  false(unreach-call)
1.2..2.1.1.1.1.1.1.1.1.…       -            -        -  not explored
minimum                        7           14   7.00 s
maximum                       12           24  12.00 s
total                         19           38  19.00 s
violated in range 2 of 3
";
        assert_eq!(Ranges { seed: 0, paths_time: Duration::ZERO, is_shared: false, parts }.text(), expected);
    }
}

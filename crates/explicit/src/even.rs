//! Paths that cut a tree of choices into parts with about as many paths each.
//!
//! D. E. Knuth, "Estimating the efficiency of backtrack programs" (1975). The probability with which a random path is drawn is
//! known; with the inverse as its weight, paths that are drawn stand for all that there are. The cuts are at equal
//! shares of the weight.
//!
//! Guarantee: none, it is an estimate. Paths are counted, not states: where many paths lead to one state, as those of threads
//! do, parts with as many paths may take different times.

use cfa::fuzz::random::Random;
use machine::Stop;

use crate::partition::Draw;
use crate::path::Path;

/// Paths drawn for each part.
const DRAWN: u64 = 64;
/// Choices of all of them, at most.
const CHOICES: usize = 1 << 20;

/// One path less than there are to be parts, by a function that draws a path.
pub(crate) fn paths(
    draw: &mut dyn FnMut(&mut Draw<'_>) -> Result<Option<Path>, Stop>,
    random: &mut Random,
    count: u64,
) -> Result<Vec<Path>, Stop> {
    let (mut drawn, mut choices) = (Vec::new(), 0);
    for _ in 0..count.saturating_mul(DRAWN) {
        let mut weight = 0.0;
        let path = draw(&mut |low, high, _| {
            let among = high - low + 1;
            weight += f64::from(among).ln();
            low + random.below(among as usize) as u32
        })?;
        let Some(path) = path else { break };
        choices += path.0.len();
        drawn.push((path, weight));
        if choices > CHOICES {
            break;
        }
    }
    Ok(cuts(drawn, count))
}

/// Where shares of the weight end, whose logarithm each path has.
fn cuts(mut drawn: Vec<(Path, f64)>, count: u64) -> Vec<Path> {
    drawn.sort_by(|one, other| one.0.cmp(&other.0));
    let most = drawn.iter().map(|it| it.1).fold(f64::NEG_INFINITY, f64::max);
    let share = |weight: f64| (weight - most).exp();
    let total: f64 = drawn.iter().map(|it| share(it.1)).sum();
    let (mut sum, mut paths) = (0.0, Vec::new());
    for (path, weight) in drawn {
        if (paths.len() as u64) + 1 < count && sum >= total * (paths.len() + 1) as f64 / count as f64 {
            paths.push(path);
        }
        sum += share(weight);
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_are_at_equal_shares() {
        let check = |drawn: &[(&str, f64)], count, expected: &[&str]| {
            let drawn = drawn.iter().map(|(path, weight)| (path.parse().expect("a path"), weight.ln()));
            let paths: Vec<String> = cuts(drawn.collect(), count).iter().map(Path::to_string).collect();
            assert_eq!(paths, expected);
        };
        check(&[], 3, &[]);
        check(&[("1", 1.0), ("2", 1.0), ("3", 1.0), ("4", 1.0)], 2, &["3"]);
        check(&[("4", 1.0), ("3", 1.0), ("2", 1.0), ("1", 1.0)], 4, &["2", "3", "4"]);
        check(&[("1", 6.0), ("2", 1.0), ("3", 1.0)], 2, &["2"]);
        check(&[("1", 1.0), ("2", 1.0)], 1, &[]);
    }
}

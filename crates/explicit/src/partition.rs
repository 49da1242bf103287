//! Random paths, and the ranges between them.
//!
//! D. Funes, J. H. Siddiqui, S. Khurshid, "Ranged Model Checking" (2012), §2.2, listing 2. Whoever knows the program and the
//! seed comes to the same ranges, so workers need not be told theirs. They are not of one size.
//!
//! Deviations:
//! 1. A path ends after [`LONGEST`] choices: where runs go on for ever, so would it. Paths that go on from there belong to the
//!    range that starts with it.
//! 2. Ranges are half-open: END is not followed to where no path before it is left.

use cfa::Program;
use cfa::fuzz::random::Random;
use machine::Stop;
use machine::exec::{Image, Machine};

use crate::concrete::Concrete;
use crate::options::Options;
use crate::path::Path;
use crate::range::Range;
use crate::space::{Ended, Space};

/// Choices of a random path, at most.
const LONGEST: usize = 1 << 16;

/// So many ranges, or fewer if paths are the same, by one random path less.
pub fn random_ranges(
    program: &Program,
    options: &Options,
    count: usize,
    seed: u64,
) -> Result<Vec<Range>, Stop> {
    let (image, memory) = Image::braked(program, options.machine.brake.clone())?;
    let machine = Machine::explore(&image, memory, options.machine())?;
    let mut space = Concrete::new(machine, options, None);
    let (random, whole) = (&mut Random::new(seed), Range::default());
    let mut paths = Vec::new();
    for _ in 1..count {
        paths.extend(random_path(&mut space, &whole, LONGEST, random)?);
    }
    Ok(Range::between(paths))
}

/// A random path within a range, of at most so many choices, from where a space stands; it is there again afterwards. Nothing if
/// the range is empty.
pub(crate) fn random_path<S: Space>(
    space: &mut S,
    range: &Range,
    longest: usize,
    random: &mut Random,
) -> Result<Option<Path>, Stop> {
    let (mut path, mut choices) = (Vec::new(), Vec::new());
    let (mut is_on_start, mut is_on_end) = (true, true);
    let mut stopped = Ok(true);
    while path.len() < longest {
        space.choices(&mut choices);
        if choices.is_empty() {
            break;
        }
        let depth = path.len();
        let start = range.start.0.get(depth).filter(|_| is_on_start);
        let end = range.end.as_ref().filter(|_| is_on_end).and_then(|end| end.0.get(depth..));
        let (low, mut high) = (start.copied().unwrap_or(1), choices.len() as u32);
        if let Some([last, rest @ ..]) = end {
            let is_followed = range.is_inclusive || rest.iter().any(|&number| number > 1);
            high = high.min(if is_followed { *last } else { last - 1 });
        }
        if low > high {
            stopped = Ok(false);
            break;
        }
        let number = (1 + random.below(choices.len()) as u32).clamp(low, high);
        is_on_start &= start == Some(&number);
        is_on_end &= end.and_then(|end| end.first()) == Some(&number);
        let taken = space.take(choices[number as usize - 1]);
        if let Err(Ended::Interrupted(stop)) = taken {
            stopped = Err(stop);
            break;
        }
        path.push(number);
        if taken.is_err() {
            break;
        }
    }
    path.iter().for_each(|_| space.undo());
    stopped.map(|is_found| is_found.then_some(Path(path)))
}

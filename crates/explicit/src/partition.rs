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
use crate::even;
use crate::options::Options;
use crate::path::Path;
use crate::range::Range;
use crate::space::{Ended, Space};

/// Choices of a random path, at most.
const LONGEST: usize = 1 << 16;

/// How the paths are found that a range is cut at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Split {
    /// At random, as the paper does.
    #[default]
    Random,
    /// So that about as many paths are in each part ([`crate::even`]).
    Even,
}

/// The range of the options, or all paths, as so many ranges; fewer if paths are the same.
///
/// It stays whole where no path is found: it names one that there is not, the program ends before `main`, or there is no time.
/// Whoever explores it is told that.
pub fn ranges(program: &Program, options: &Options, split: Split, count: u64, seed: u64) -> Vec<Range> {
    let whole = options.range.clone().unwrap_or_default();
    whole.split(paths(program, options, &whole, split, count, seed).unwrap_or_default())
}

fn paths(
    program: &Program,
    options: &Options,
    range: &Range,
    split: Split,
    count: u64,
    seed: u64,
) -> Result<Vec<Path>, Stop> {
    let (image, memory) = Image::braked(program, options.machine.brake.clone())?;
    let machine = Machine::explore(&image, memory, options.machine())?;
    let mut space = Concrete::new(machine, options, None);
    let is_there = |path: &Path, space: &mut Concrete<'_>| path.resolve(space).is_ok();
    if !is_there(&range.start, &mut space) || !range.end.iter().all(|end| is_there(end, &mut space)) {
        return Ok(Vec::new());
    }
    let (random, limits) = (&mut Random::new(seed), &options.limits);
    let mut draw = |draw: &mut Draw<'_>| match limits.reached() {
        Some(_) => Err(Stop::Cancelled),
        None => random_path(&mut space, range, LONGEST, draw),
    };
    match split {
        Split::Random => {
            let clipped = &mut |low, high, choices| clipped(random, low, high, choices);
            let paths = (1..count).map(|_| draw(clipped)).collect::<Result<Vec<_>, _>>()?;
            Ok(paths.into_iter().flatten().collect())
        }
        Split::Even => even::paths(&mut draw, random, count),
    }
}

/// Takes one of the numbers from the first to the second, of so many choices.
pub(crate) type Draw<'d> = dyn FnMut(u32, u32, usize) -> u32 + 'd;

/// Any choice, or the nearest that is in the range.
pub(crate) fn clipped(random: &mut Random, low: u32, high: u32, choices: usize) -> u32 {
    (1 + random.below(choices) as u32).clamp(low, high)
}

/// A random path within a range, of at most so many choices, from where a space stands; it is there again afterwards. Nothing if
/// the range is empty.
pub(crate) fn random_path<S: Space>(
    space: &mut S,
    range: &Range,
    longest: usize,
    draw: &mut Draw<'_>,
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
        let number = draw(low, high, choices.len());
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

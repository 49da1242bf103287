//! A proof as bytes, in names: what a later run can make sense of, whatever became of the program.
//!
//! Points and symbols are written by names that outlive edits elsewhere. Reading them back is guesswork that costs nothing if it
//! goes wrong: what is read is a candidate, and [`super::certify`] checks it against the program at hand. What cannot be
//! found again is left out of conditions. Nothing that is read is trusted to be well formed.
//!
//! Everything is little-endian. `FORMAT`; the [`Header`]; the solver's version and the digests of obligations that
//! it has met, which count for that solver only; the table of terms, each after its operands; what the program calls its data; the
//! parts, which refer to terms by number.

mod names;
mod read;
mod rebuild;
mod write;

pub use names::{Called, called};
pub use read::{Reader, Rebuilt, functions, header, met, read};
pub use write::{Writer, make_terms, put_text, write};

pub const FORMAT: u32 = 4;

/// What is known of a proof without reading it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Nothing was passed over in the program.
    pub is_whole: bool,
    /// Blocks end behind loops.
    pub has_exits: bool,
    /// It is a proof, and not what was found until a limit was reached.
    pub is_complete: bool,
    /// Steps of the solver that the search for it took.
    pub cost: u64,
}

/// How many bytes it takes, behind the format.
const HEADER: usize = 11;

//! Signed overflow: when the result of an operation does not fit its type.
//!
//! Operations and rules are those of the machine (`machine::arith`): `+`, `-`, `*`, negation and absolute value of signed
//! integers, and the least value divided by -1. Conversions cut and atomic operations wrap; neither is an overflow. A left
//! shift whose result does not fit violates another property there (no-bad-shift). Whether it overflows is a matter of
//! taste, so it stands in the way of a proof.
//!
//! Behind an overflow arithmetic wraps, as everywhere in formulas: whatever is found there has an overflow before it, so
//! the guards of blocks need not say that there was none.

use cfa::expr::Binary;
use cfa::types::Scalar;

use verdict::Unknown;

use crate::encode::Encoder;
use crate::property::Faults;
use formula::{Term, Word};

const BAD_SHIFT: &str = "a left shift whose result does not fit, which was not asked about";

impl Encoder<'_> {
    /// When an operator on signed integers overflows.
    pub fn binary_overflow(&mut self, op: Binary, a: Term, b: Term) -> Faults {
        let is_wide = self.terms.width(a) > 64;
        match op {
            Binary::Div | Binary::Rem => Faults::of(self.terms.quotient_overflows(a, b)),
            Binary::Mul if is_wide => Faults::unclear("a product of wide integers, which may overflow"),
            Binary::Add if is_wide => Faults::of(self.terms.sum_changes_sign(Word::Add, a, b)),
            Binary::Sub if is_wide => Faults::of(self.terms.sum_changes_sign(Word::Sub, a, b)),
            Binary::Add => Faults::of(self.terms.overflows(Word::Add, a, b)),
            Binary::Sub => Faults::of(self.terms.overflows(Word::Sub, a, b)),
            Binary::Mul => Faults::of(self.terms.overflows(Word::Mul, a, b)),
            Binary::Shl => {
                let is_bad = self.terms.is_bad_shift(a, b);
                let unclear = if is_bad == Term::FALSE {
                    Vec::new()
                } else {
                    vec![(is_bad, Unknown::UndefinedBehaviour, BAD_SHIFT)]
                };
                Faults { wrong: Term::FALSE, unclear }
            }
            _ => Faults::none(),
        }
    }

    /// When a call of a function of the C library overflows, given its arguments; nothing if it is none of those that may.
    pub fn library_overflow(&mut self, name: &str, args: &[Term]) -> Option<Term> {
        let long = self.width(self.program.model.ptrdiff());
        let width = match name {
            "abs" | "div" => self.width(Scalar::INT),
            "labs" | "ldiv" => long,
            "llabs" | "imaxabs" | "lldiv" | "imaxdiv" => 64,
            _ => return None,
        };
        let args: Vec<Term> = args.iter().map(|&arg| self.terms.resize(arg, true, width)).collect();
        Some(match args[..] {
            [value] => self.terms.is_least(value),
            [a, b] => self.terms.quotient_overflows(a, b),
            _ => Term::FALSE,
        })
    }
}

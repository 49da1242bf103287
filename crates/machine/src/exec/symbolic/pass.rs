//! Terms as arguments, of the program's functions and of the library's.

use formula::{Order, Term};

use super::{Machine, Then, integer};
use crate::code::{Arg, Code, Param, Result_};
use crate::fault::Stop;
use crate::library::LibraryId;
use crate::library::taken::Taken;
use crate::memory::OBJECT_LIMIT;

impl Machine<'_> {
    /// Arguments of a function of the program: terms are passed on as they are to a register of the same type.
    pub(super) fn pass(
        &mut self,
        code: &Code,
        base: u32,
        args: &[Arg],
        params: &[Param],
    ) -> Result<(), Stop> {
        for (index, arg) in args.iter().enumerate() {
            match *arg {
                Arg::Scalar(operand, from) => {
                    let is_same = params.get(index).is_some_and(|param| {
                        let to = match *param {
                            Param::Register { kind, .. } => Some(kind),
                            Param::Memory { scalar, .. } => scalar,
                        };
                        to == Some(from)
                    });
                    let is_plain = is_same && integer(from).is_some();
                    if !is_plain {
                        self.fix_all(code, base, &[(operand, from)])?;
                    }
                }
                Arg::Aggregate(operand, _) => self.fix(code, base, operand)?,
            }
        }
        Ok(())
    }

    /// Arguments of a function of the library: those that it takes as terms stay what they are.
    pub(super) fn pass_to_library(
        &mut self,
        code: &Code,
        base: u32,
        function: LibraryId,
        args: &[Arg],
        result: &Result_,
    ) -> Result<Then, Stop> {
        let is_dropped = *result == Result_::None;
        let taken = Taken::by(function.name(), args, is_dropped, self.calls_are_whole());
        for (index, arg) in args.iter().enumerate() {
            let is_integer = matches!(*arg, Arg::Scalar(_, kind) if integer(kind).is_some());
            if !(is_integer && taken.has(index)) {
                self.pass(code, base, std::slice::from_ref(arg), &[])?;
            }
        }
        Ok(Then::Usual)
    }

    /// A size that is a term, as one number. For all that are too large there is no room, however large they are.
    pub(crate) fn size_of_term(&mut self, term: Term) -> Result<u64, Stop> {
        if self.word_bits() == 64 {
            let terms = &mut self.symbolic().terms;
            let limit = terms.bits(64, OBJECT_LIMIT.into());
            let is_too_large = terms.order(Order::Ult, limit, term);
            if self.holds_here(is_too_large)? {
                return Ok(OBJECT_LIMIT + 1);
            }
        }
        self.number_of_term(term, &[])
    }
}

//! Terms as arguments, of the program's functions and of the library's.

use formula::{Order, Term};

use super::{Machine, Then, integer};
use crate::code::{Arg, Code, Kind, Param, Result_};
use crate::fault::Stop;
use crate::library::ctype::ON_TERMS;
use crate::library::{LibraryId, mem, output, print, search};
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

    pub(super) fn pass_to_library(
        &mut self,
        code: &Code,
        base: u32,
        function: LibraryId,
        args: &[Arg],
        result: &Result_,
    ) -> Result<Then, Stop> {
        let name = function.name();
        let is_lost =
            *result == Result_::None && (print::LOST.contains(&name) || output::ON_TERMS.contains(&name));
        let format = print::ON_TERMS.iter().find(|it| it.0 == name && self.calls_are_whole()).map(|it| it.1);
        if is_lost || format.is_some() {
            for (index, arg) in args.iter().enumerate() {
                let is_printed = is_lost || format.is_some_and(|format| index > format);
                match *arg {
                    Arg::Scalar(_, kind) if is_printed && integer(kind).is_some() => {}
                    Arg::Scalar(operand, kind) => {
                        self.fix_all(code, base, &[(operand, kind)])?;
                    }
                    Arg::Aggregate(operand, _) => self.fix(code, base, operand)?,
                }
            }
            return Ok(Then::Usual);
        }
        let is_search = search::ON_TERMS.contains(&name) || mem::ON_TERMS.contains(&name);
        if let [_, Arg::Scalar(_, Kind::Int { bits: 32, signed: true }), ..] = args
            && is_search
            && self.calls_are_whole()
        {
            self.pass(code, base, &args[..1], &[])?;
            self.pass(code, base, &args[2..], &[])?;
            return Ok(Then::Usual);
        }
        let is_taken_as_it_is = match (name, args) {
            ("__VERIFIER_assume" | "assume_abort_if_not" | "malloc", [Arg::Scalar(_, kind)]) => {
                integer(*kind).is_some()
            }
            (name, [Arg::Scalar(_, Kind::Int { bits: 32, signed: true })]) => ON_TERMS.contains(&name),
            _ => false,
        };
        if !is_taken_as_it_is {
            self.pass(code, base, args, &[])?;
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

//! What C's operators come to as formulas: the result, and when there is none. What [`crate::arith`] does on all numbers of a few bits
//! is what this says (`tests/terms.rs`).

use cfa::expr::{Binary, Unary};
use formula::{Order, Term, Terms, Word, mask};

use crate::fault::FaultKind;

/// What may come of an operator: when it is this fault, in this order, and else its result.
pub struct Outcomes {
    pub faults: Vec<(Term, FaultKind)>,
    pub result: Computed,
}

/// A result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Computed {
    /// Of the operands' width.
    Word(Term),
    /// One if it holds, else zero.
    Truth(Term),
}

/// A binary operator of integers, both as words of one width; the count of a shift may have another, and a signed one has been through
/// [`Terms::signed_count`]. Nothing if it is none.
pub fn binary(terms: &mut Terms, op: Binary, is_signed: bool, a: Term, b: Term) -> Option<Outcomes> {
    let mut faults = Vec::new();
    let pick = |signed: Word, unsigned: Word| if is_signed { signed } else { unsigned };
    let (less, at_most) = if is_signed { (Order::Slt, Order::Sle) } else { (Order::Ult, Order::Ule) };
    let word = match op {
        Binary::Add => Word::Add,
        Binary::Sub => Word::Sub,
        Binary::Mul => Word::Mul,
        Binary::Div => pick(Word::SDiv, Word::UDiv),
        Binary::Rem => pick(Word::SRem, Word::URem),
        Binary::Shl => Word::Shl,
        Binary::Shr => pick(Word::AShr, Word::LShr),
        Binary::And => Word::And,
        Binary::Or => Word::Or,
        Binary::Xor => Word::Xor,
        _ => {
            let holds = match op {
                Binary::Eq => terms.eq(a, b),
                Binary::Ne => {
                    let same = terms.eq(a, b);
                    terms.not(same)
                }
                Binary::Lt => terms.order(less, a, b),
                Binary::Le => terms.order(at_most, a, b),
                Binary::Gt => terms.order(less, b, a),
                Binary::Ge => terms.order(at_most, b, a),
                _ => return None,
            };
            return Some(Outcomes { faults, result: Computed::Truth(holds) });
        }
    };
    let of_width = terms.width(a);
    match word {
        Word::Add | Word::Sub | Word::Mul if is_signed => {
            faults.push((terms.overflows(word, a, b), FaultKind::SignedOverflow));
        }
        Word::UDiv | Word::URem | Word::SDiv | Word::SRem => {
            faults.push((terms.is_zero(b), FaultKind::DivisionByZero));
            if is_signed {
                faults.push((terms.quotient_overflows(a, b), FaultKind::SignedOverflow));
            }
        }
        Word::Shl if is_signed => faults.push((terms.is_bad_shift(a, b), FaultKind::BadShift)),
        Word::Shl | Word::LShr | Word::AShr => {
            faults.push((terms.is_bad_count(of_width, b), FaultKind::BadShift));
        }
        _ => {}
    }
    let is_shift = matches!(word, Word::Shl | Word::LShr | Word::AShr);
    let b = if is_shift { terms.resize(b, false, of_width) } else { b };
    if let Some(result) = field(terms, word, a, b) {
        return Some(Outcomes { faults, result: Computed::Word(result) });
    }
    Some(Outcomes { faults, result: Computed::Word(terms.word(word, a, b)) })
}

/// A shift by a constant, or the lowest bits alone, as a part of a word: so bytes that were put together come apart again.
fn field(terms: &mut Terms, word: Word, a: Term, b: Term) -> Option<Term> {
    let (width, constant) = (terms.width(a), terms.constant(b)?);
    let count = u32::try_from(constant).ok().filter(|&count| count > 0 && count < width);
    Some(match (word, count) {
        (Word::LShr | Word::AShr, Some(count)) => {
            let part = terms.extract(a, count, width - count);
            terms.extend(part, word == Word::AShr, width)
        }
        (Word::Shl, Some(count)) => {
            let (part, zero) = (terms.extract(a, 0, width - count), terms.bits(count, 0));
            terms.concat(part, zero)
        }
        (Word::And, _) => {
            let bits = constant.trailing_ones();
            if bits == 0 || bits >= width || constant != mask(bits) {
                return None;
            }
            let part = terms.extract(a, 0, bits);
            terms.extend(part, false, width)
        }
        _ => return None,
    })
}

/// A unary operator of an integer; nothing if it is none, or one that has no formula.
pub fn unary(terms: &mut Terms, op: Unary, is_signed: bool, a: Term) -> Option<Outcomes> {
    let zero = terms.bits(terms.width(a), 0);
    let mut faults = Vec::new();
    if is_signed && matches!(op, Unary::Negate | Unary::Absolute) {
        faults.push((terms.is_least(a), FaultKind::SignedOverflow));
    }
    let result = match op {
        Unary::Negate => Computed::Word(terms.negate(a)),
        Unary::Absolute if !is_signed => Computed::Word(a),
        Unary::Absolute => {
            let (is_negative, opposite) = (terms.order(Order::Slt, a, zero), terms.negate(a));
            Computed::Word(terms.ite(is_negative, opposite, a))
        }
        Unary::BitNot => Computed::Word(terms.complement(a)),
        Unary::Not => Computed::Truth(terms.is_zero(a)),
        _ => return None,
    };
    Some(Outcomes { faults, result })
}

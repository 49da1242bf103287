//! What functions of the C library return: numbers that are possible, where something is known of them.
//!
//! Only of those that the machine knows too: a function that is not defined and happens to have the name of one of another
//! library may return anything.

use cfa::library::{self, Trait};

use crate::encode::{Encoder, State};
use formula::{Order, Term};

impl Encoder<'_> {
    /// Takes for granted that a result is one that the function can return.
    pub fn restrict_result(&mut self, state: &mut State, name: &str, value: Term, args: &[Option<Term>]) {
        let width = self.terms.width(value);
        let Some(row) = library::find(name).filter(|row| width >= 32 && row.is_modelled()) else { return };
        let between =
            |it: &Trait| if let Trait::Returns(least, most) = *it { Some((least, most)) } else { None };
        if let Some((least, most)) = row.traits.iter().find_map(between) {
            let is_outside = self.terms.is_outside(value, (least.into(), most.into()));
            let is_inside = self.terms.not(is_outside);
            self.assume(state, is_inside);
        }
        let most = |it: &Trait| if let Trait::AtMost(index) = *it { *args.get(index)? } else { None };
        if let Some(most) = row.traits.iter().find_map(most) {
            // Above -1, and as an unsigned number it is not more than was asked for.
            let (most, one) = (self.terms.resize(most, false, width), self.terms.bits(width, 1));
            let more = self.terms.word(formula::Word::Add, value, one);
            let minus_one = self.terms.is_zero(more);
            let (zero, is_less) = (self.terms.bits(width, 0), self.terms.order(Order::Ule, value, most));
            let is_positive = self.terms.order(Order::Sle, zero, value);
            let is_count = self.terms.and(is_positive, is_less);
            let is_possible = self.terms.or(minus_one, is_count);
            self.assume(state, is_possible);
        }
    }

    /// What a function returns that computes and nothing else; nothing if it is another one.
    pub fn computed_result(&mut self, name: &str, args: &[Option<Term>]) -> Option<Term> {
        let &[Some(value)] = args else { return None };
        machine::library::find(name)?;
        match name {
            "abs" | "labs" | "llabs" | "imaxabs" => {
                let width = if name == "abs" { 32 } else { self.terms.width(value) };
                let value = self.terms.resize(value, true, width);
                let zero = self.terms.bits(width, 0);
                let is_negative = self.terms.order(Order::Slt, value, zero);
                let negated = self.terms.negate(value);
                Some(self.terms.ite(is_negative, negated, value))
            }
            _ => None,
        }
    }
}

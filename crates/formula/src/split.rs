//! The values of one symbol, split by a condition on it: those with which it holds, and those with which it does not.
//!
//! Both are exact, or nothing is said. Conditions whose values are few intervals are solved backwards, from what is compared to
//! the symbol (`preimage.rs`); of all others, each member of the set is tried, if these are not too many.

use crate::set::Set;
use crate::term::{Node, Order, Symbol, Term, Terms, mask};
use crate::{Evaluation, preimage};

/// How many values are tried one by one.
pub const MEMBERS: u128 = 1 << 16;
/// How many terms are looked at before that: what is shared is looked at wherever it occurs.
const FUEL: u32 = 1 << 10;

impl Terms {
    /// All words that a symbol may be, as numbers without sign.
    pub fn all_values(&self, symbol: Symbol) -> Set {
        Set::interval(0, mask(self.symbol_sort(symbol).width().min(126)) as i128)
    }

    /// Those words of a set, as numbers without sign, with which a condition on a symbol alone holds, and those with which it does
    /// not. Nothing if something else has a say in it, or it is too much to find out.
    pub fn split_values(&self, condition: Term, symbol: Symbol, values: &Set) -> Option<(Set, Set)> {
        let mut is_alone = self.symbol_sort(symbol).width() <= 64 && !self.has_arrays(condition);
        self.for_each_symbol(&[condition], |it| is_alone &= it == symbol);
        if !is_alone {
            return None;
        }
        let holding = match self.solved(condition, symbol, &mut { FUEL }) {
            Some(solved) => values.intersection(&solved),
            None if values.count() <= MEMBERS => self.tried(condition, symbol, values)?,
            None => return None,
        };
        let others = values.without(&holding);
        Some((holding, others))
    }

    /// The words with which a condition holds.
    fn solved(&self, condition: Term, symbol: Symbol, fuel: &mut u32) -> Option<Set> {
        *fuel = fuel.checked_sub(1)?;
        let all = self.all_values(symbol);
        let found = match self.node(condition) {
            Node::Bool(true) => all,
            Node::Bool(false) => Set::default(),
            Node::Not(a) => all.without(&self.solved(a, symbol, fuel)?),
            Node::And(a, b) => self.solved(a, symbol, fuel)?.intersection(&self.solved(b, symbol, fuel)?),
            Node::Or(a, b) => self.solved(a, symbol, fuel)?.union(&self.solved(b, symbol, fuel)?),
            Node::Ite(c, a, b) => {
                let (c, a, b) = (
                    self.solved(c, symbol, fuel)?,
                    self.solved(a, symbol, fuel)?,
                    self.solved(b, symbol, fuel)?,
                );
                c.intersection(&a).union(&b.without(&c))
            }
            Node::Eq(a, b) => {
                let (word, value) = match (self.constant(a), self.constant(b)) {
                    (_, Some(value)) => (a, value),
                    (Some(value), _) => (b, value),
                    _ => return None,
                };
                let value = i128::try_from(value).ok()?;
                match self.sort(word) {
                    crate::Sort::Bool if value == 1 => self.solved(word, symbol, fuel)?,
                    crate::Sort::Bool => all.without(&self.solved(word, symbol, fuel)?),
                    _ => self.having(word, symbol, fuel, &Set::interval(value, value))?,
                }
            }
            Node::Order(order, a, b) => match (self.constant(a), self.constant(b)) {
                (_, Some(bound)) => self.having(a, symbol, fuel, &below(order, self.width(a), bound)?)?,
                // What is not below it, with the other of `<` and `<=`.
                (Some(bound), _) => {
                    let opposite = match order {
                        Order::Ult => Order::Ule,
                        Order::Ule => Order::Ult,
                        Order::Slt => Order::Sle,
                        Order::Sle => Order::Slt,
                    };
                    let others = below(opposite, self.width(b), bound)?;
                    all.without(&self.having(b, symbol, fuel, &others)?)
                }
                _ => self.moved_apart(order, a, b, symbol, fuel)?,
            },
            _ => return None,
        };
        preimage::is_handy(&found).then_some(found)
    }

    /// The words with which `x + c` is less than `x + d`, or not greater.
    fn moved_apart(&self, order: Order, a: Term, b: Term, symbol: Symbol, fuel: &mut u32) -> Option<Set> {
        let width = self.width(a);
        let ((base, c), (other, d)) = (self.base_and_offset(a), self.base_and_offset(b));
        if base != other || width > 64 {
            return None;
        }
        let whole = 1i128 << width;
        let distance = (d as i128 - c as i128).rem_euclid(whole);
        // Of `y` and `y + distance` the second is greater unless it goes around, and not less if there is no distance.
        let is_strict = matches!(order, Order::Ult | Order::Slt);
        let least = match distance {
            0 if is_strict => Set::default(),
            0 => Set::interval(0, whole - 1),
            _ => Set::interval(0, whole - distance - 1),
        };
        // With a sign the order begins at the least number.
        let start = if matches!(order, Order::Slt | Order::Sle) { whole / 2 } else { 0 };
        let wanted = preimage::turned(width, &least, start - c as i128);
        self.having(base, symbol, fuel, &wanted)
    }

    /// The words with which a term is one of these numbers.
    fn having(&self, term: Term, symbol: Symbol, fuel: &mut u32, wanted: &Set) -> Option<Set> {
        *fuel = fuel.checked_sub(1)?;
        if let Some(value) = self.constant(term) {
            let is_wanted = wanted.contains(i128::try_from(value).ok()?);
            return Some(if is_wanted { self.all_values(symbol) } else { Set::default() });
        }
        let width = self.width(term);
        if width > 64 {
            return None;
        }
        if let Node::Ite(c, a, b) = self.node(term) {
            let c = self.solved(c, symbol, fuel)?;
            let (a, b) = (self.having(a, symbol, fuel, wanted)?, self.having(b, symbol, fuel, wanted)?);
            return Some(c.intersection(&a).union(&b.without(&c)));
        }
        if self.node(term) == Node::Symbol(symbol) {
            return Some(wanted.intersection(&self.all_values(symbol)));
        }
        if let (Node::Concat(high, low), Some((from, to))) = (self.node(term), wanted.ends())
            && self.constant(high).is_none()
            && self.constant(low).is_none()
        {
            // Of one number each half is one, too.
            let of_low = self.width(low);
            let number = |value: i128| Set::interval(value, value);
            let rest = mask(of_low) as i128;
            let (highs, lows) = match from == to {
                true => (number(from >> of_low), number(from & rest)),
                // Or of numbers that differ in the upper half only.
                false if wanted.intervals().len() == 1 && from & rest == 0 && to & rest == rest => {
                    (Set::interval(from >> of_low, to >> of_low), Set::interval(0, rest))
                }
                false => return None,
            };
            let high = self.having(high, symbol, fuel, &highs)?;
            return Some(high.intersection(&self.having(low, symbol, fuel, &lows)?));
        }
        let (operand, wanted) = preimage::of(self, term, wanted)?;
        self.having(operand, symbol, fuel, &wanted)
    }

    fn tried(&self, condition: Term, symbol: Symbol, values: &Set) -> Option<Set> {
        let mut holding = Vec::new();
        for number in values.numbers() {
            let mut evaluation = Evaluation::default();
            evaluation.set(self, symbol, number as u128);
            if evaluation.eval(self, condition)? == 1 {
                holding.push((number, number));
            }
        }
        Some(Set::of(holding))
    }
}

/// Words that are less than one, or not greater.
fn below(order: Order, width: u32, bound: u128) -> Option<Set> {
    if width > 64 {
        return None;
    }
    let (bound, half, whole) = (bound as i128, 1i128 << (width - 1), 1i128 << width);
    let last = if matches!(order, Order::Ult | Order::Slt) { bound - 1 } else { bound };
    Some(match order {
        Order::Ult | Order::Ule => Set::interval(0, last),
        // The negative ones come first, and are the upper half.
        _ if bound >= half => Set::interval(half, last),
        _ => Set::of([(half, whole - 1), (0, last)]),
    })
}

#[cfg(test)]
mod tests;

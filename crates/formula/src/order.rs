//! Whether comparisons can hold together, as far as order alone tells: `a < b`, `b <= c` and `c < a` cannot.
//!
//! A word is read as a number with or without sign, and each comparison bounds a difference of two such numbers, or a number. Bounds of differences
//! contradict each other if and only if some of them, one behind the other, lead from a number to itself with a sum below zero (Bellman and
//! Ford). Else the least sums are numbers that are within all bounds.
//!
//! Guarantee: *no* is said only if no values make all terms true. What is not a comparison is passed over, which makes more possible and not less.
//! Values that are proposed need not make all terms true: who asks has to see.

use rustc_hash::FxHashMap as HashMap;

use crate::term::{Node, Order, Sort, Symbol, Term, Terms, mask, signed};

/// What order tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ByOrder {
    /// There are no such values.
    No,
    /// These may be some; symbols that are not among them may have any.
    Perhaps(Vec<(Symbol, u128)>),
    /// Too much to look at, or nothing that is proposed.
    Unknown,
}

/// More numbers, or more bounds, are not looked at.
const NUMBERS: usize = 64;
const BOUNDS: usize = 512;
/// So many inequalities are tried to be met by one side being less.
const UNEQUAL: usize = 16;
/// Wider words are passed over.
const WIDEST: u32 = 64;

/// A word as a number.
type Number = (Term, Sign);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Sign {
    Without,
    With,
}

/// The first number is at most so much more than the second. Zero is the number of place 0.
#[derive(Clone, Copy, Debug)]
struct Bound {
    less: usize,
    than: usize,
    by: i128,
}

struct Bounds<'t> {
    terms: &'t Terms,
    /// By number, the first of which is zero.
    places: HashMap<Number, usize>,
    numbers: Vec<Option<Number>>,
    bounds: Vec<Bound>,
    unequal: Vec<(Term, Term)>,
}

/// Whether terms can hold together.
pub fn by_order(terms: &Terms, all: &[Term]) -> ByOrder {
    let mut bounds = Bounds {
        terms,
        places: HashMap::default(),
        numbers: vec![None],
        bounds: Vec::new(),
        unequal: Vec::new(),
    };
    for &term in all {
        bounds.assume(term, true);
        if bounds.numbers.len() > NUMBERS || bounds.bounds.len() > BOUNDS {
            return ByOrder::Unknown;
        }
    }
    let unequal = bounds.unequal.split_off(0);
    let pairs: Vec<_> = unequal.into_iter().take(UNEQUAL).map(|(a, b)| bounds.pair(a, b)).collect();
    let Some(mut values) = bounds.least() else { return ByOrder::No };
    for [(x, plus), (y, more)] in pairs {
        if values[x] + plus != values[y] + more {
            continue;
        }
        let sides = [(x, y, more - plus), (y, x, plus - more)].into_iter().find_map(|(less, than, by)| {
            bounds.bounds.push(Bound { less, than, by: by - 1 });
            let found = bounds.least();
            if found.is_none() {
                bounds.bounds.pop();
            }
            found
        });
        match sides {
            Some(found) => values = found,
            // They are equal with what was chosen for others.
            None => return ByOrder::Unknown,
        }
    }
    bounds.symbols(&values).map_or(ByOrder::Unknown, ByOrder::Perhaps)
}

impl Bounds<'_> {
    fn assume(&mut self, term: Term, holds: bool) {
        match self.terms.node(term) {
            Node::Bool(value) if value != holds => self.bounds.push(Bound { less: 0, than: 0, by: -1 }),
            Node::Not(a) => self.assume(a, !holds),
            Node::And(a, b) if holds => {
                self.assume(a, true);
                self.assume(b, true);
            }
            Node::Or(a, b) if !holds => {
                self.assume(a, false);
                self.assume(b, false);
            }
            Node::Order(order, a, b) if self.terms.width(a) <= WIDEST => {
                let sign = match order {
                    Order::Ult | Order::Ule => Sign::Without,
                    Order::Slt | Order::Sle => Sign::With,
                };
                let is_strict = matches!(order, Order::Ult | Order::Slt);
                let (x, y) = (self.number(a, sign), self.number(b, sign));
                // Not less is at least, the other way round.
                let (less, than) = if holds { (x, y) } else { (y, x) };
                self.bound(less, than, if is_strict == holds { -1 } else { 0 });
            }
            Node::Eq(a, b) if matches!(self.terms.sort(a), Sort::Bits(..=WIDEST)) => {
                if !holds {
                    self.unequal.push((a, b));
                    return;
                }
                for sign in [Sign::Without, Sign::With] {
                    let (x, y) = (self.number(a, sign), self.number(b, sign));
                    self.bound(x, y, 0);
                    self.bound(y, x, 0);
                }
            }
            _ => {}
        }
    }

    fn bound(&mut self, (less, plus): (usize, i128), (than, more): (usize, i128), by: i128) {
        self.bounds.push(Bound { less, than, by: by + more - plus });
        // What is so small without a sign is the same with one.
        let (Some((term, Sign::Without)), 0) = (self.numbers[less], than) else { return };
        let width = self.terms.width(term);
        if by + more - plus < 1 << (width - 1) {
            let with = self.place((term, Sign::With));
            self.bounds.push(Bound { less, than: with, by: 0 });
            self.bounds.push(Bound { less: with, than: less, by: 0 });
        }
    }

    /// A word as a number: its place, and how much more it is.
    fn number(&mut self, term: Term, sign: Sign) -> (usize, i128) {
        match (self.terms.node(term), sign) {
            (Node::Bits { width, value }, Sign::With) => (0, signed(value, width)),
            (Node::Bits { value, .. }, Sign::Without) => (0, value as i128),
            (Node::Extend { signed: false, of, .. }, _) => self.number(of, Sign::Without),
            (Node::Extend { signed: true, of, .. }, Sign::With) => self.number(of, Sign::With),
            _ => (self.place((term, sign)), 0),
        }
    }

    fn place(&mut self, number: Number) -> usize {
        if let Some(&place) = self.places.get(&number) {
            return place;
        }
        let place = self.numbers.len();
        self.places.insert(number, place);
        self.numbers.push(Some(number));
        let half = 1i128 << (self.terms.width(number.0) - 1);
        let (low, high) = match number.1 {
            Sign::Without => (0, 2 * half - 1),
            Sign::With => (-half, half - 1),
        };
        self.bounds.push(Bound { less: place, than: 0, by: high });
        self.bounds.push(Bound { less: 0, than: place, by: -low });
        place
    }

    /// Numbers within all bounds, if there are any.
    fn least(&self) -> Option<Vec<i128>> {
        let mut sums = vec![0i128; self.numbers.len()];
        for _ in 0..=self.numbers.len() {
            let mut is_done = true;
            for &Bound { less, than, by } in &self.bounds {
                if sums[than] + by < sums[less] {
                    sums[less] = sums[than] + by;
                    is_done = false;
                }
            }
            if is_done {
                let zero = sums[0];
                return Some(sums.into_iter().map(|sum| sum - zero).collect());
            }
        }
        None
    }

    /// Two words as numbers, read as something else is read already.
    fn pair(&mut self, a: Term, b: Term) -> [(usize, i128); 2] {
        let is_signed = |term: Term| match self.terms.node(term) {
            Node::Extend { signed: true, of, .. } => self.places.contains_key(&(of, Sign::With)),
            _ => self.places.contains_key(&(term, Sign::With)),
        };
        let sign = if is_signed(a) || is_signed(b) { Sign::With } else { Sign::Without };
        [self.number(a, sign), self.number(b, sign)]
    }

    /// The symbols' values, if they have one each.
    fn symbols(&self, values: &[i128]) -> Option<Vec<(Symbol, u128)>> {
        let mut found: HashMap<Symbol, u128> = HashMap::default();
        for (number, &value) in self.numbers.iter().zip(values) {
            let Some((term, _)) = *number else { continue };
            let Node::Symbol(symbol) = self.terms.node(term) else { continue };
            let bits = value as u128 & mask(self.terms.width(term));
            if *found.entry(symbol).or_insert(bits) != bits {
                return None;
            }
        }
        let mut found: Vec<(Symbol, u128)> = found.into_iter().collect();
        found.sort_unstable();
        Some(found)
    }
}

#[cfg(test)]
mod tests;

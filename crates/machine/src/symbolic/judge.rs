//! What a condition comes to in all the concrete states of a symbolic one, or how to split them so that more is known.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use formula::{Evaluation, MEMBERS, Node, Order, Set, Symbol, Term, mask};

use rustc_hash::FxHasher;

use super::{Filled, Part, Symbolic};

/// What is asked of the states: whether a condition holds, which of several, or what a word is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Question {
    Holds(Term),
    Which(Rc<[Term]>),
    /// The value of a symbol.
    Each(Symbol),
    /// With the numbers that are followed in any case.
    Value(Term, Box<[u64]>),
}

/// The states in parts: disjoint, and all together they are all. Sets of values are not empty; whether there are states, literals tell.
#[derive(Debug)]
pub(crate) struct Split {
    pub parts: Vec<Part>,
    /// The last part is of values that are not followed.
    pub has_rest: bool,
    /// What tells this question from others.
    pub question: u64,
}

impl Split {
    pub(super) fn new(parts: Vec<Part>, has_rest: bool) -> Rc<Split> {
        let mut hasher = FxHasher::default();
        (&parts, has_rest).hash(&mut hasher);
        Rc::new(Split { parts, has_rest, question: hasher.finish() })
    }

    fn of_sets(place: u32, sets: impl IntoIterator<Item = Set>, has_rest: bool) -> Rc<Split> {
        Split::new(sets.into_iter().map(|set| Part::Values(place, set)).collect(), has_rest)
    }
}

impl Part {
    fn has_no_values(&self) -> bool {
        matches!(self, Part::Values(_, values) if values.is_empty())
    }
}

/// What is known of a condition.
pub(crate) enum Judged {
    Always(bool),
    Split(Rc<Split>),
    /// Too many values to look at each.
    Hard,
}

/// What is known of a word.
pub(crate) enum Valued {
    Always(u64),
    Split(Rc<Split>),
    Hard,
}

/// Numbers that are followed of a word that may be too many, beside those that are asked for.
pub(super) const FOLLOWED: u64 = 17;
/// Values that are told apart one by one though somebody can be asked: what becomes a number makes states that come back, as in a loop
/// that adds up what it reads.
const FEW: u128 = 8;
/// Parts of splits that are kept, so that what is done for one part need not be done again for the next.
const KEPT: usize = 1 << 20;

impl Symbolic {
    /// Whether a condition holds in all states, in none, or in those of a part.
    pub fn judge(&mut self, condition: Term) -> Judged {
        self.asking.counts.decisions += 1;
        let condition = self.plain(condition);
        match self.judge_plain(condition) {
            Judged::Hard if self.asking.has_oracle() => self.judge_asking(condition),
            judged => judged,
        }
    }

    /// Whether there are states in which a condition holds, and such in which it does not. Of states that are there, one of the two
    /// has some; whether these are, nobody may have been able to tell.
    fn judge_asking(&mut self, condition: Term) -> Judged {
        let parts = [condition, self.terms.not(condition)].map(Part::Literal);
        if self.is_filled(&parts[0]) == Filled::No {
            return Judged::Always(false);
        }
        if self.is_filled(&parts[1]) == Filled::No {
            return Judged::Always(true);
        }
        Judged::Split(Split::new(parts.into(), false))
    }

    fn judge_plain(&mut self, condition: Term) -> Judged {
        if let Some(value) = self.terms.constant(condition) {
            return Judged::Always(value == 1);
        }
        if let Some(holds) = self.looked_up(condition) {
            return Judged::Always(holds);
        }
        let symbols = self.symbols(condition);
        if let [symbol] = *symbols {
            match self.judge_alone(condition, symbol) {
                // Its parts may be easier.
                Judged::Hard => {}
                judged => return judged,
            }
        }
        match self.terms.node(condition) {
            Node::Not(a) => match self.judge_plain(a) {
                Judged::Always(holds) => Judged::Always(!holds),
                other => other,
            },
            Node::And(a, b) => self.judge_both(a, b, false),
            Node::Or(a, b) => self.judge_both(a, b, true),
            Node::Ite(c, a, b) => match self.judge_plain(c) {
                Judged::Always(true) => self.judge_plain(a),
                Judged::Always(false) => self.judge_plain(b),
                other => other,
            },
            // Each half is one, too.
            Node::Eq(word, whole) if self.halves(word, whole).is_some() => {
                let Some([high, low]) = self.halves(word, whole) else { return Judged::Hard };
                let (high, low) = (self.terms.eq(high.0, high.1), self.terms.eq(low.0, low.1));
                self.judge_both(high, low, false)
            }
            _ => match self.by_ranges(condition) {
                Some(holds) => Judged::Always(holds),
                None => self.each_of_one(&symbols).map_or(Judged::Hard, Judged::Split),
            },
        }
    }

    /// The halves of a word that was put together, each with that of a constant.
    fn halves(&mut self, word: Term, whole: Term) -> Option<[(Term, Term); 2]> {
        let (Node::Concat(high, low), Some(_)) = (self.terms.node(word), self.terms.constant(whole)) else {
            return None;
        };
        let (of_high, of_low) = (self.terms.width(high), self.terms.width(low));
        let [upper, lower] =
            [self.terms.extract(whole, of_low, of_high), self.terms.extract(whole, 0, of_low)];
        Some([(high, upper), (low, lower)])
    }

    /// Of two conditions one of which may tell the result: by being `telling`.
    fn judge_both(&mut self, a: Term, b: Term, telling: bool) -> Judged {
        let a = self.judge_plain(a);
        if matches!(a, Judged::Always(holds) if holds == telling) {
            return a;
        }
        let b = self.judge_plain(b);
        match (a, b) {
            (_, Judged::Always(holds)) if holds == telling => Judged::Always(telling),
            (Judged::Always(_), other) | (other, Judged::Always(_)) => other,
            (Judged::Split(split), _) | (_, Judged::Split(split)) => Judged::Split(split),
            (Judged::Hard, Judged::Hard) => Judged::Hard,
        }
    }

    /// What sets tell of a condition on one symbol: the first part is that in which it holds.
    pub(super) fn judge_alone(&mut self, condition: Term, symbol: Symbol) -> Judged {
        let asked = Question::Holds(condition);
        let kept = self.kept(asked, symbol, |symbolic| {
            let values = symbolic.values(symbol);
            let (yes, no) = symbolic.terms.split_values(condition, symbol, values)?;
            Some((vec![yes, no], false))
        });
        match kept {
            Some(split) if split.parts[1].has_no_values() => Judged::Always(true),
            Some(split) if split.parts[0].has_no_values() => Judged::Always(false),
            Some(split) => Judged::Split(split),
            None => self.by_ranges(condition).map_or(Judged::Hard, Judged::Always),
        }
    }

    /// The states in which a condition holds as one part, if that can be said; nothing if they are all or none.
    pub fn holding(&mut self, condition: Term) -> Option<Part> {
        let condition = self.plain(condition);
        let judged = match *self.symbols(condition) {
            [symbol] => self.judge_alone(condition, symbol),
            _ => Judged::Hard,
        };
        match judged {
            Judged::Split(split) => split.parts.first().cloned(),
            Judged::Hard if self.asking.has_oracle() => match self.judge_plain(condition) {
                Judged::Always(_) => None,
                _ => Some(Part::Literal(condition)),
            },
            _ => None,
        }
    }

    /// What is told by the numbers between which both sides lie.
    pub(super) fn by_ranges(&self, condition: Term) -> Option<bool> {
        let of = |symbol: Symbol| {
            let (low, high) = self.values(symbol).ends()?;
            let half = 1i128 << (self.terms.symbol_sort(symbol).width() - 1);
            // As signed ones they may be on both sides of zero.
            match (low >= half, high >= half) {
                (false, false) => Some((low, high)),
                (true, true) => Some((low - 2 * half, high - 2 * half)),
                _ => self.signed_ends(symbol, half),
            }
        };
        match self.terms.node(condition) {
            Node::Not(a) => self.by_ranges(a).map(|holds| !holds),
            Node::Order(order, a, b) if self.terms.width(a) <= 64 => {
                let (x, y) = (self.terms.range_where(a, &of), self.terms.range_where(b, &of));
                let is_signed = matches!(order, Order::Slt | Order::Sle);
                // Without a sign all negative numbers are above all others.
                let is_told = is_signed || x.0 >= 0 && y.0 >= 0 || x.1 < 0 && y.1 < 0;
                match order {
                    _ if !is_told => match (x.1 < 0 && y.0 >= 0, x.0 >= 0 && y.1 < 0) {
                        (true, _) => Some(false),
                        (_, true) => Some(true),
                        _ => None,
                    },
                    Order::Slt | Order::Ult => {
                        (x.1 < y.0).then_some(true).or_else(|| (x.0 >= y.1).then_some(false))
                    }
                    Order::Sle | Order::Ule => {
                        (x.1 <= y.0).then_some(true).or_else(|| (x.0 > y.1).then_some(false))
                    }
                }
            }
            Node::Eq(a, b) if self.terms.sort(a) != formula::Sort::Bool && self.terms.width(a) <= 64 => {
                let (x, y) = (self.terms.range_where(a, &of), self.terms.range_where(b, &of));
                (x.1 < y.0 || y.1 < x.0).then_some(false)
            }
            _ => None,
        }
    }

    /// The least and the greatest value of a symbol as signed numbers.
    fn signed_ends(&self, symbol: Symbol, half: i128) -> Option<(i128, i128)> {
        let values = self.values(symbol);
        let negative = values.intersection(&Set::interval(half, 2 * half - 1)).ends()?;
        let positive = values.intersection(&Set::interval(0, half - 1)).ends()?;
        Some((negative.0 - 2 * half, positive.1))
    }

    /// Each value of the symbol that has the fewest, if these are not too many: few, where somebody can be asked.
    fn each_of_one(&mut self, symbols: &[Symbol]) -> Option<Rc<Split>> {
        let most = if self.asking.has_oracle() { FEW } else { MEMBERS };
        let count = |symbol: Symbol| self.values(symbol).count();
        // Of several the first, in the order in which the term has them: not in that in which the path has read them.
        let free = symbols.iter().copied().filter(|&symbol| count(symbol) > 1);
        let symbol = free.min_by_key(|&symbol| count(symbol))?;
        self.kept(Question::Each(symbol), symbol, |symbolic| {
            let values = symbolic.values(symbol);
            let each = || values.numbers().map(|number| Set::interval(number, number)).collect();
            (values.count() <= most).then(|| (each(), false))
        })
    }

    /// What a word of at most 64 bits is, or how to split the states by that. If there is too much to tell apart, these numbers and some
    /// small ones are followed.
    pub fn value(&mut self, term: Term, wanted: &[u64]) -> Valued {
        let term = self.plain(term);
        if let Some(value) = self.terms.constant(term) {
            return Valued::Always(value as u64);
        }
        self.asking.counts.decisions += 1;
        let symbols = self.symbols(term);
        let (symbol, is_tied) = match *symbols {
            [symbol] => (symbol, self.is_tied(symbol)),
            _ => {
                return self
                    .each_of_one(&symbols)
                    .map_or_else(|| self.asked_value(term, wanted), Valued::Split);
            }
        };
        if is_tied {
            return self.asked_value(term, wanted);
        }
        let split = self.kept(Question::Value(term, wanted.into()), symbol, |symbolic| {
            match symbolic.by_value(term, symbol) {
                Some(parts) => Some((parts, false)),
                None => symbolic.followed(term, symbol, wanted),
            }
        });
        match split {
            // All values of the symbol come to one.
            Some(split) if split.parts.len() == 1 && !split.has_rest => {
                let value = self.example(&[term]).and_then(|values| values.first().copied());
                value.map_or(Valued::Hard, Valued::Always)
            }
            Some(split) => Valued::Split(split),
            None => self.asked_value(term, wanted),
        }
    }

    /// The values of a symbol by what a term comes to.
    fn by_value(&self, term: Term, symbol: Symbol) -> Option<Vec<Set>> {
        let values = self.values(symbol);
        if values.count() > MEMBERS {
            return None;
        }
        let mut parts: BTreeMap<u128, Vec<(i128, i128)>> = BTreeMap::new();
        for number in values.numbers() {
            let mut evaluation = Evaluation::default();
            evaluation.set(&self.terms, symbol, number as u128);
            let value = evaluation.eval(&self.terms, term)?;
            parts.entry(value).or_default().push((number, number));
        }
        Some(parts.into_values().map(Set::of).collect())
    }

    /// The values of a symbol with which a term is one of a few numbers, and the rest, if there is one.
    fn followed(&mut self, term: Term, symbol: Symbol, wanted: &[u64]) -> Option<(Vec<Set>, bool)> {
        let width = self.terms.width(term);
        let mut numbers: Vec<u128> = (0..FOLLOWED).map(u128::from).collect();
        numbers.extend(wanted.iter().map(|&it| u128::from(it) & mask(width)));
        numbers.sort_unstable();
        numbers.dedup();
        let (mut rest, mut parts) = (self.values(symbol).clone(), Vec::new());
        for number in numbers {
            let constant = self.terms.bits(width, number);
            let condition = self.terms.eq(term, constant);
            let (yes, no) = self.terms.split_values(condition, symbol, &rest)?;
            if !yes.is_empty() {
                parts.push(yes);
            }
            rest = no;
        }
        let has_rest = !rest.is_empty();
        parts.extend(has_rest.then_some(rest));
        Some((parts, has_rest))
    }

    /// Which of several conditions holds, of which just one does in each state.
    pub fn which(&mut self, conditions: &[Term]) -> Result<usize, Option<Rc<Split>>> {
        let plain: Vec<Term> = conditions.iter().map(|&it| self.plain(it)).collect();
        let mut symbols: Vec<Symbol> = plain.iter().flat_map(|&it| self.symbols(it).to_vec()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        if let [symbol] = symbols[..] {
            let split = self.kept(Question::Which(plain.clone().into()), symbol, |symbolic| {
                let mut rest = symbolic.values(symbol).clone();
                let mut parts = Vec::new();
                for &condition in &plain {
                    let (yes, no) = match symbolic.terms.constant(condition) {
                        Some(1) => (rest, Set::default()),
                        Some(_) => (Set::default(), rest),
                        None => symbolic.terms.split_values(condition, symbol, &rest)?,
                    };
                    parts.push(yes);
                    rest = no;
                }
                rest.is_empty().then_some((parts, false))
            });
            if let Some(split) = split {
                let filled = || split.parts.iter().enumerate().filter(|(_, part)| !part.has_no_values());
                let mut few = filled();
                return match (few.next(), few.next()) {
                    (Some((index, _)), None) => Ok(index),
                    _ => {
                        let parts = filled().map(|(_, part)| part.clone()).collect();
                        Err(Some(Split::new(parts, false)))
                    }
                };
            }
        }
        // One after the other.
        for (index, &condition) in plain.iter().enumerate() {
            match self.judge(condition) {
                Judged::Always(true) => return Ok(index),
                Judged::Always(false) => {}
                Judged::Split(split) => return Err(Some(split)),
                Judged::Hard => return Err(None),
            }
        }
        Err(None)
    }

    /// A split that is made once for each set.
    fn kept(
        &mut self,
        asked: Question,
        symbol: Symbol,
        make: impl FnOnce(&mut Symbolic) -> Option<(Vec<Set>, bool)>,
    ) -> Option<Rc<Split>> {
        let place = self.place(symbol);
        let key = (asked, place, self.values(symbol).clone());
        if let Some(known) = self.splits.get(&key) {
            return Some(known.clone());
        }
        let (parts, has_rest) = make(self)?;
        let split = Split::of_sets(place, parts, has_rest);
        self.kept_parts += split.parts.len();
        if self.kept_parts > KEPT {
            self.splits.clear();
            self.kept_parts = split.parts.len();
        }
        self.splits.insert(key, split.clone());
        Some(split)
    }
}

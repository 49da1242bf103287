//! Words: comparisons, arithmetic, and parts of words.

use super::{Node, Order, Sort, Term, Terms, Word, mask, signed};

impl Terms {
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return Term::TRUE;
        }
        if self.sort(a) == Sort::Bool {
            let not_b = self.not(b);
            return self.ite(a, b, not_b);
        }
        // Constants stand on the right.
        let (a, b) = if self.constant(a).is_some() { (b, a) } else { (a, b) };
        let Some(value) = self.constant(b) else {
            let (a, b) = if a > b && !self.keeps_order { (b, a) } else { (a, b) };
            if let Some(equal) = self.offsets_differ(a, b) {
                return self.bool(equal);
            }
            for (x, y) in [(a, b), (b, a)] {
                if self.as_address(y).is_some()
                    && let Some(lifted) = self.lift(x, &mut |terms, leaf| terms.eq(leaf, y))
                {
                    return lifted;
                }
            }
            return self.add(Node::Eq(a, b), Sort::Bool);
        };
        if let Some(other) = self.constant(a) {
            return self.bool(other == value);
        }
        if value == 0 && self.as_address(a).is_some() {
            return Term::FALSE;
        }
        if let Some(lifted) = self.lift(a, &mut |terms, leaf| terms.eq(leaf, b)) {
            return lifted;
        }
        match self.node(a) {
            Node::Extend { signed: is_signed, of, .. } => {
                let narrow = self.width(of);
                let width = self.width(a);
                let back = value & mask(narrow);
                let again = if is_signed { signed(back, narrow) as u128 & mask(width) } else { back };
                if again != value {
                    return Term::FALSE;
                }
                let small = self.bits(narrow, back);
                self.eq(of, small)
            }
            Node::Word(Word::Add, x, y) if self.constant(y).is_some() => {
                let right = self.word(Word::Sub, b, y);
                self.eq(x, right)
            }
            Node::Ite(c, x, y) if self.constant(x).is_some() || self.constant(y).is_some() => {
                let (x, y) = (self.eq(x, b), self.eq(y, b));
                self.ite(c, x, y)
            }
            _ => self.add(Node::Eq(a, b), Sort::Bool),
        }
    }

    /// `x + k` and `x + l` with other constants are never equal.
    fn offsets_differ(&self, a: Term, b: Term) -> Option<bool> {
        let (base_a, off_a) = self.base_and_offset(a);
        let (base_b, off_b) = self.base_and_offset(b);
        if base_a == base_b && self.sort(a) == self.sort(b) {
            return Some(off_a == off_b);
        }
        // Inside one object and inside another.
        match (self.as_address(a), self.as_address(b)) {
            (Some((x, _)), Some((y, _))) if x != y => Some(false),
            _ => None,
        }
    }

    pub fn base_and_offset(&self, term: Term) -> (Term, u128) {
        match self.node(term) {
            Node::Word(Word::Add, x, y) => match self.constant(y) {
                Some(offset) => (x, offset),
                None => (term, 0),
            },
            _ => (term, 0),
        }
    }

    pub fn order(&mut self, order: Order, a: Term, b: Term) -> Term {
        if a == b {
            return self.bool(matches!(order, Order::Ule | Order::Sle));
        }
        let width = self.width(a);
        let decide = |x: u128, y: u128| match order {
            Order::Ult => x < y,
            Order::Ule => x <= y,
            Order::Slt => signed(x, width) < signed(y, width),
            Order::Sle => signed(x, width) <= signed(y, width),
        };
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => return self.bool(decide(x, y)),
            (None, Some(y)) => {
                if let Some(lifted) = self.lift(a, &mut |terms, leaf| terms.order(order, leaf, b)) {
                    return lifted;
                }
                match order {
                    Order::Ult if y == 0 => return Term::FALSE,
                    Order::Ule if y == mask(width) => return Term::TRUE,
                    Order::Ule if y == 0 => return self.eq(a, b),
                    _ => {}
                }
            }
            (Some(x), None) => {
                if let Some(lifted) = self.lift(b, &mut |terms, leaf| terms.order(order, a, leaf)) {
                    return lifted;
                }
                match order {
                    Order::Ule if x == 0 => return Term::TRUE,
                    Order::Ult if x == mask(width) => return Term::FALSE,
                    _ => {}
                }
            }
            (None, None) => {}
        }
        self.add(Node::Order(order, a, b), Sort::Bool)
    }

    pub fn word(&mut self, op: Word, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (x, y) = (self.constant(a), self.constant(b));
        if let (Some(x), Some(y)) = (x, y)
            && let Some(value) = fold(op, width, x, y)
        {
            return self.bits(width, value);
        }
        let zero = |terms: &mut Terms| terms.bits(width, 0);
        match (op, x, y) {
            (Word::Add | Word::Or | Word::Xor, Some(0), _) => return b,
            (
                Word::Add | Word::Sub | Word::Or | Word::Xor | Word::Shl | Word::LShr | Word::AShr,
                _,
                Some(0),
            ) => return a,
            (Word::Mul | Word::And, Some(0), _) | (Word::Mul | Word::And, _, Some(0)) => return zero(self),
            (Word::Mul, Some(1), _) => return b,
            (Word::Mul | Word::UDiv | Word::SDiv, _, Some(1)) => return a,
            (Word::And, _, Some(y)) if y == mask(width) => return a,
            (Word::And, Some(x), _) if x == mask(width) => return b,
            (Word::Sub | Word::Xor, ..) if a == b => return zero(self),
            (Word::And | Word::Or, ..) if a == b => return a,
            // Subtracting a constant is adding its opposite; constants stand on the right and are gathered.
            (Word::Sub, _, Some(y)) => {
                let opposite = self.bits(width, y.wrapping_neg());
                return self.word(Word::Add, a, opposite);
            }
            (Word::Add | Word::Mul | Word::And | Word::Or | Word::Xor, Some(_), None) => {
                return self.word(op, b, a);
            }
            (Word::Add, None, Some(y)) => {
                if let Node::Word(Word::Add, inner, k) = self.node(a)
                    && let Some(k) = self.constant(k)
                {
                    let sum = self.bits(width, k.wrapping_add(y));
                    return self.word(Word::Add, inner, sum);
                }
            }
            (Word::Add, None, None) => {
                if let Node::Word(Word::Add, inner, k) = self.node(a)
                    && self.constant(k).is_some()
                {
                    let sum = self.word(Word::Add, inner, b);
                    return self.word(Word::Add, sum, k);
                }
                if let Node::Word(Word::Add, inner, k) = self.node(b)
                    && self.constant(k).is_some()
                {
                    let sum = self.word(Word::Add, a, inner);
                    return self.word(Word::Add, sum, k);
                }
            }
            _ => {}
        }
        // Conditional constants: the operation goes to the leaves.
        if y.is_some()
            && let Some(lifted) = self.lift(a, &mut |terms, leaf| terms.word(op, leaf, b))
        {
            return lifted;
        }
        if x.is_some()
            && let Some(lifted) = self.lift(b, &mut |terms, leaf| terms.word(op, a, leaf))
        {
            return lifted;
        }
        self.add(Node::Word(op, a, b), Sort::Bits(width))
    }

    pub fn negate(&mut self, a: Term) -> Term {
        let zero = self.bits(self.width(a), 0);
        self.word(Word::Sub, zero, a)
    }

    pub fn complement(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let ones = self.bits(width, mask(width));
        self.word(Word::Xor, a, ones)
    }

    pub fn extract(&mut self, of: Term, low: u32, width: u32) -> Term {
        let whole = self.width(of);
        if low == 0 && width == whole {
            return of;
        }
        match self.node(of) {
            Node::Bits { value, .. } => return self.bits(width, value >> low),
            Node::Extract { low: inner, of, .. } => return self.extract(of, low + inner, width),
            Node::Extend { signed: is_signed, of: inner, .. } => {
                let narrow = self.width(inner);
                if low + width <= narrow {
                    return self.extract(inner, low, width);
                }
                if low >= narrow && !is_signed {
                    return self.bits(width, 0);
                }
                if low == 0 {
                    return self.extend(inner, is_signed, width);
                }
            }
            Node::Concat(high, rest) => {
                let split = self.width(rest);
                if low + width <= split {
                    return self.extract(rest, low, width);
                }
                if low >= split {
                    return self.extract(high, low - split, width);
                }
            }
            // The lowest bits of a sum depend on the lowest bits only.
            Node::Word(op, a, b)
                if low == 0
                    && matches!(op, Word::Add | Word::Sub | Word::Mul | Word::And | Word::Or | Word::Xor) =>
            {
                let (a, b) = (self.extract(a, 0, width), self.extract(b, 0, width));
                return self.word(op, a, b);
            }
            _ => {}
        }
        if let Some(lifted) = self.lift(of, &mut |terms, leaf| terms.extract(leaf, low, width)) {
            return lifted;
        }
        self.add(Node::Extract { low, width, of }, Sort::Bits(width))
    }

    /// To a width that is not less.
    pub fn extend(&mut self, of: Term, is_signed: bool, width: u32) -> Term {
        let narrow = self.width(of);
        if narrow == width {
            return of;
        }
        match self.node(of) {
            Node::Bits { value, .. } => {
                let value = if is_signed { signed(value, narrow) as u128 } else { value };
                return self.bits(width, value);
            }
            Node::Extend { signed: inner, of, .. } if inner == is_signed || !inner => {
                return self.extend(of, inner, width);
            }
            _ => {}
        }
        if let Some(lifted) = self.lift(of, &mut |terms, leaf| terms.extend(leaf, is_signed, width)) {
            return lifted;
        }
        self.add(Node::Extend { signed: is_signed, width, of }, Sort::Bits(width))
    }

    /// To any width: cut off or extended.
    pub fn resize(&mut self, of: Term, is_signed: bool, width: u32) -> Term {
        if width <= self.width(of) { self.extract(of, 0, width) } else { self.extend(of, is_signed, width) }
    }

    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        if let (Some(x), Some(y)) = (self.constant(high), self.constant(low)) {
            return self.bits(width, (x << self.width(low)) | y);
        }
        if let (Node::Extract { low: h, of: a, .. }, Node::Extract { low: l, of: b, .. }) =
            (self.node(high), self.node(low))
            && a == b
            && h == l + self.width(low)
        {
            return self.extract(a, l, width);
        }
        self.add(Node::Concat(high, low), Sort::Bits(width))
    }
}

/// The operation on constants, unless C leaves it open.
pub fn fold(op: Word, width: u32, x: u128, y: u128) -> Option<u128> {
    let (sx, sy) = (signed(x, width), signed(y, width));
    Some(match op {
        Word::Add => x.wrapping_add(y),
        Word::Sub => x.wrapping_sub(y),
        Word::Mul => x.wrapping_mul(y),
        Word::UDiv => x.checked_div(y)?,
        Word::URem => x.checked_rem(y)?,
        Word::SDiv => sx.checked_div(sy)? as u128,
        Word::SRem => sx.checked_rem(sy)? as u128,
        Word::And => x & y,
        Word::Or => x | y,
        Word::Xor => x ^ y,
        Word::Shl => {
            if y < u128::from(width) {
                x << y
            } else {
                0
            }
        }
        Word::LShr => {
            if y < u128::from(width) {
                x >> y
            } else {
                0
            }
        }
        Word::AShr => (sx >> y.min(u128::from(width) - 1)) as u128,
    })
}

//! Terms as text, in C's operators. Words are signed unless a cast says otherwise, and wrap; what has a name of C is called
//! by it, with its function, and arrays are memory.

use crate::term::{Node, Order, Term, Terms, Word, signed};

/// How much of a term is shown.
const LONGEST: usize = 2000;

impl Terms {
    pub fn show(&self, term: Term) -> String {
        let mut text = String::new();
        self.write(term, &mut text);
        if text.len() > LONGEST {
            let mut end = LONGEST;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
            text.push('…');
        }
        text
    }

    fn write(&self, term: Term, out: &mut String) {
        if out.len() > LONGEST {
            return;
        }
        let binary = |a: Term, op: &str, b: Term, out: &mut String| {
            out.push('(');
            self.write(a, out);
            out.push(' ');
            out.push_str(op);
            out.push(' ');
            self.write(b, out);
            out.push(')');
        };
        match self.node(term) {
            Node::Bool(value) => out.push_str(if value { "true" } else { "false" }),
            Node::Bits { width: 1, value } => out.push_str(&value.to_string()),
            Node::Bits { width, value } => out.push_str(&signed(value, width).to_string()),
            Node::Symbol(symbol) => out.push_str(self.symbol_name(symbol)),
            Node::Not(a) => {
                match self.node(a) {
                    Node::Eq(x, y) => return binary(x, "!=", y, out),
                    Node::Order(Order::Ule, x, y) => return self.write_unsigned(y, "<", x, out),
                    Node::Order(Order::Sle, x, y) => return binary(y, "<", x, out),
                    _ => {}
                }
                out.push('!');
                self.write(a, out);
            }
            Node::And(a, b) => binary(a, "&&", b, out),
            Node::Or(a, b) => binary(a, "||", b, out),
            Node::Ite(c, a, b) => {
                out.push('(');
                self.write(c, out);
                out.push_str(" ? ");
                self.write(a, out);
                out.push_str(" : ");
                self.write(b, out);
                out.push(')');
            }
            Node::Eq(a, b) => binary(a, "==", b, out),
            Node::Order(order, a, b) => match order {
                Order::Ult => self.write_unsigned(a, "<", b, out),
                Order::Ule => self.write_unsigned(a, "<=", b, out),
                Order::Slt => binary(a, "<", b, out),
                Order::Sle => binary(a, "<=", b, out),
            },
            Node::Word(op, a, b) => match op {
                Word::Add => binary(a, "+", b, out),
                Word::Sub => binary(a, "-", b, out),
                Word::Mul => binary(a, "*", b, out),
                Word::UDiv => self.write_unsigned(a, "/", b, out),
                Word::URem => self.write_unsigned(a, "%", b, out),
                Word::SDiv => binary(a, "/", b, out),
                Word::SRem => binary(a, "%", b, out),
                Word::And => binary(a, "&", b, out),
                Word::Or => binary(a, "|", b, out),
                Word::Xor => binary(a, "^", b, out),
                Word::Shl => binary(a, "<<", b, out),
                Word::LShr => self.write_unsigned(a, ">>", b, out),
                Word::AShr => binary(a, ">>", b, out),
            },
            Node::Extract { low, width, of } => {
                out.push_str(&exact(Sign::Signed, width));
                self.write_from(low, of, out);
            }
            Node::Extend { signed, width, of } => {
                out.push_str(&wide(width));
                match (signed, self.width(of)) {
                    (false, _) => self.write_operand(of, out),
                    // Of one bit, 1 stands for -1.
                    (true, 1) => {
                        out.push('-');
                        self.write(of, out);
                    }
                    (true, _) => self.write(of, out),
                }
            }
            Node::Concat(a, b) => {
                out.push('(');
                out.push_str(&wide(self.width(term)));
                self.write(a, out);
                out.push_str(&format!(" << {} | ", self.width(b)));
                self.write_operand(b, out);
                out.push(')');
            }
            Node::Fill { value, .. } => {
                out.push_str("all ");
                self.write(value, out);
            }
            Node::Select(a, i) => {
                self.write(a, out);
                out.push('[');
                self.write(i, out);
                out.push(']');
            }
            Node::Store(a, i, v) => {
                self.write(a, out);
                out.push_str("{[");
                self.write(i, out);
                out.push_str("] = ");
                self.write(v, out);
                out.push('}');
            }
        }
    }

    /// An operation on numbers without sign.
    fn write_unsigned(&self, a: Term, op: &str, b: Term, out: &mut String) {
        out.push('(');
        self.write_operand(a, out);
        out.push_str(&format!(" {op} "));
        self.write_operand(b, out);
        out.push(')');
    }

    /// A word as a number without sign.
    fn write_operand(&self, term: Term, out: &mut String) {
        match self.node(term) {
            Node::Bits { value, .. } => out.push_str(&format!("{value}u")),
            Node::Extract { low, width, of } => {
                out.push_str(&exact(Sign::Unsigned, width));
                self.write_from(low, of, out);
            }
            _ => {
                out.push_str(&exact(Sign::Unsigned, self.width(term)));
                self.write(term, out);
            }
        }
    }

    /// A word from one of its bits on.
    fn write_from(&self, low: u32, of: Term, out: &mut String) {
        if low == 0 {
            return self.write(of, out);
        }
        out.push('(');
        self.write(of, out);
        out.push_str(&format!(" >> {low})"));
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Signed,
    Unsigned,
}

/// A cast to just this many bits.
fn exact(sign: Sign, width: u32) -> String {
    let is_signed = sign == Sign::Signed;
    match width {
        8 | 16 | 32 | 64 if is_signed => format!("(int{width}_t)"),
        8 | 16 | 32 | 64 => format!("(uint{width}_t)"),
        // There is no signed type of one bit.
        2.. if is_signed => format!("(_BitInt({width}))"),
        _ => format!("(unsigned _BitInt({width}))"),
    }
}

/// A cast to so many bits or more: what is not as wide as a type of C is as wide as sums and products need to be exact.
fn wide(width: u32) -> String {
    match width {
        0..=64 => format!("(int{}_t)", width.next_power_of_two().max(8)),
        _ => "(__int128)".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;

    #[test]
    fn terms_are_shown_in_c() {
        let mut terms = Terms::default();
        let symbol = terms.new_symbol("x".into(), Sort::Bits(32));
        let x = terms.symbol(symbol);
        let most = terms.bits(32, u128::from(u32::MAX) - 1);
        let (unsigned, signed) = (terms.order(Order::Ult, x, most), terms.order(Order::Slt, x, most));
        let (low, high) = (terms.extract(x, 0, 8), terms.extract(x, 3, 5));
        let (longer, exact) = (terms.extend(x, false, 64), terms.extend(x, true, 35));
        let (byte, field) = (terms.extend(low, false, 32), terms.extend(high, true, 32));
        let shifted = terms.word(Word::LShr, x, byte);
        for (term, expected) in [
            (Term::TRUE, "true"),
            (Term::FALSE, "false"),
            (unsigned, "((uint32_t)x < 4294967294u)"),
            (signed, "(x < -2)"),
            (low, "(int8_t)x"),
            (byte, "(int32_t)(uint8_t)x"),
            (field, "(int32_t)(_BitInt(5))(x >> 3)"),
            (longer, "(int64_t)(uint32_t)x"),
            (exact, "(int64_t)x"),
            (shifted, "((uint32_t)x >> (uint32_t)(int32_t)(uint8_t)x)"),
        ] {
            assert_eq!(terms.show(term), expected);
        }
    }
}

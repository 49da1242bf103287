//! Terms as text, in C's operators where they fit.

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
            Node::Bool(value) => out.push_str(if value { "1" } else { "0" }),
            Node::Bits { width, value } => out.push_str(&signed(value, width).to_string()),
            Node::Symbol(symbol) => out.push_str(self.symbol_name(symbol)),
            Node::Not(a) => {
                match self.node(a) {
                    Node::Eq(x, y) => return binary(x, "!=", y, out),
                    Node::Order(Order::Ule, x, y) => return binary(y, "<u", x, out),
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
            Node::Order(order, a, b) => {
                let op = match order {
                    Order::Ult => "<u",
                    Order::Ule => "<=u",
                    Order::Slt => "<",
                    Order::Sle => "<=",
                };
                binary(a, op, b, out);
            }
            Node::Word(op, a, b) => {
                let op = match op {
                    Word::Add => "+",
                    Word::Sub => "-",
                    Word::Mul => "*",
                    Word::UDiv => "/u",
                    Word::URem => "%u",
                    Word::SDiv => "/",
                    Word::SRem => "%",
                    Word::And => "&",
                    Word::Or => "|",
                    Word::Xor => "^",
                    Word::Shl => "<<",
                    Word::LShr => ">>u",
                    Word::AShr => ">>",
                };
                binary(a, op, b, out);
            }
            Node::Extract { low, width, of } => {
                self.write(of, out);
                out.push_str(&format!("[{}:{low}]", low + width - 1));
            }
            Node::Extend { signed, width, of } => {
                out.push_str(&format!("({}int{width})", if signed { "" } else { "u" }));
                self.write(of, out);
            }
            Node::Concat(a, b) => binary(a, "++", b, out),
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
}

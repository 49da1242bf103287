//! A byte for each kind of node, with its operator, wherever terms are written down.

use crate::term::{Node, Order, Word};

/// No nodes: what belongs together, and what always holds of a symbol.
pub const ROOTS: u8 = 0;
pub const SYMBOL: u8 = 1;

/// Those that more is written of than their operands.
pub const BITS: u8 = 4;
pub const SYMBOLIC: u8 = 5;
pub const EXTRACT: u8 = 11;
pub const ZERO_EXTEND: u8 = 12;
pub const SIGN_EXTEND: u8 = 13;
pub const FILL: u8 = 15;

/// Those of orders and of words begin here.
const ORDERS: u8 = 18;
const WORDS: u8 = 22;

pub fn of(node: Node) -> u8 {
    match node {
        Node::Bool(false) => 2,
        Node::Bool(true) => 3,
        Node::Bits { .. } => BITS,
        Node::Symbol(_) => SYMBOLIC,
        Node::Not(_) => 6,
        Node::And(..) => 7,
        Node::Or(..) => 8,
        Node::Ite(..) => 9,
        Node::Eq(..) => 10,
        Node::Extract { .. } => EXTRACT,
        Node::Extend { signed: false, .. } => ZERO_EXTEND,
        Node::Extend { signed: true, .. } => SIGN_EXTEND,
        Node::Concat(..) => 14,
        Node::Fill { .. } => FILL,
        Node::Select(..) => 16,
        Node::Store(..) => 17,
        Node::Order(order, ..) => ORDERS + order as u8,
        Node::Word(word, ..) => WORDS + word as u8,
    }
}

/// How many operands a node has.
pub fn operands(tag: u8) -> Option<usize> {
    Some(match tag {
        2..=5 => 0,
        6 | EXTRACT | ZERO_EXTEND | SIGN_EXTEND | FILL => 1,
        9 | 17 => 3,
        7 | 8 | 10 | 14 | 16 => 2,
        _ if order(tag).is_some() || word(tag).is_some() => 2,
        _ => return None,
    })
}

pub fn order(tag: u8) -> Option<Order> {
    Order::ALL.get(usize::from(tag.checked_sub(ORDERS)?)).copied()
}

pub fn word(tag: u8) -> Option<Word> {
    Word::ALL.get(usize::from(tag.checked_sub(WORDS)?)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_has_a_byte_of_its_own() {
        Order::ALL.iter().for_each(|&it| assert_eq!(order(ORDERS + it as u8), Some(it)));
        Word::ALL.iter().for_each(|&it| assert_eq!(word(WORDS + it as u8), Some(it)));
        assert_eq!((order(WORDS), word(ORDERS), operands(WORDS + 13)), (None, None, None));
    }
}

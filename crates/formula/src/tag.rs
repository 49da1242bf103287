//! A byte for each kind of node, with its operator, wherever terms are written down.

use crate::term::{Node, Order, Sort, Word};

/// No nodes: what belongs together, and what always holds of a symbol.
pub const ROOTS: u8 = 0;
pub const SYMBOL: u8 = 1;

pub const FALSE: u8 = 2;
pub const TRUE: u8 = 3;
pub const BITS: u8 = 4;
pub const SYMBOLIC: u8 = 5;
pub const NOT: u8 = 6;
pub const AND: u8 = 7;
pub const OR: u8 = 8;
pub const ITE: u8 = 9;
pub const EQ: u8 = 10;
pub const EXTRACT: u8 = 11;
pub const ZERO_EXTEND: u8 = 12;
pub const SIGN_EXTEND: u8 = 13;
pub const CONCAT: u8 = 14;
pub const FILL: u8 = 15;
pub const SELECT: u8 = 16;
pub const STORE: u8 = 17;

/// Those of orders and of words begin here.
const ORDERS: u8 = 18;
const WORDS: u8 = 22;

pub fn of(node: Node) -> u8 {
    match node {
        Node::Bool(false) => FALSE,
        Node::Bool(true) => TRUE,
        Node::Bits { .. } => BITS,
        Node::Symbol(_) => SYMBOLIC,
        Node::Not(_) => NOT,
        Node::And(..) => AND,
        Node::Or(..) => OR,
        Node::Ite(..) => ITE,
        Node::Eq(..) => EQ,
        Node::Extract { .. } => EXTRACT,
        Node::Extend { signed: false, .. } => ZERO_EXTEND,
        Node::Extend { signed: true, .. } => SIGN_EXTEND,
        Node::Concat(..) => CONCAT,
        Node::Fill { .. } => FILL,
        Node::Select(..) => SELECT,
        Node::Store(..) => STORE,
        Node::Order(order, ..) => ORDERS + order as u8,
        Node::Word(word, ..) => WORDS + word as u8,
    }
}

/// Writes a node down, but for what it says of a symbol and for its operands, which follow.
pub fn put(bytes: &mut Vec<u8>, node: Node) {
    bytes.push(of(node));
    match node {
        Node::Bits { width, value } => {
            bytes.extend(width.to_le_bytes());
            bytes.extend(value.to_le_bytes());
        }
        Node::Extract { low, width, .. } => {
            bytes.extend(low.to_le_bytes());
            bytes.extend(width.to_le_bytes());
        }
        Node::Extend { width, .. } => bytes.extend(width.to_le_bytes()),
        Node::Fill { index, .. } => bytes.extend(index.to_le_bytes()),
        _ => {}
    }
}

pub fn put_sort(bytes: &mut Vec<u8>, sort: Sort) {
    let (tag, index, value) = match sort {
        Sort::Bool => (0u8, 0u32, 0u32),
        Sort::Bits(width) => (1, 0, width),
        Sort::Array { index, value } => (2, index, value),
    };
    bytes.push(tag);
    bytes.extend(index.to_le_bytes());
    bytes.extend(value.to_le_bytes());
}

/// How many operands a node has.
pub fn operands(tag: u8) -> Option<usize> {
    Some(match tag {
        FALSE | TRUE | BITS | SYMBOLIC => 0,
        NOT | EXTRACT | ZERO_EXTEND | SIGN_EXTEND | FILL => 1,
        ITE | STORE => 3,
        AND | OR | EQ | CONCAT | SELECT => 2,
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

//! Arrays: filled, stored to, and read.

use super::{Node, Sort, Term, Terms};

impl Terms {
    pub fn fill(&mut self, index: u32, value: Term) -> Term {
        let sort = Sort::Array { index, value: self.width(value) };
        self.add(Node::Fill { index, value }, sort)
    }

    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let mut at = array;
        for _ in 0..64 {
            match self.node(at) {
                Node::Store(below, stored, value) => match self.eq(stored, index) {
                    Term::TRUE => return value,
                    Term::FALSE => at = below,
                    _ => break,
                },
                Node::Fill { value, .. } => return value,
                Node::Ite(c, a, b) => {
                    let (a, b) = (self.select(a, index), self.select(b, index));
                    return self.ite(c, a, b);
                }
                _ => break,
            }
        }
        let width = self.width(array);
        self.add(Node::Select(at, index), Sort::Bits(width))
    }

    /// An element of an array that was filled and then stored to, by cases.
    pub fn look_up(&mut self, table: Term, index: Term) -> Term {
        let (mut cases, mut at) = (Vec::new(), table);
        while let Node::Store(below, stored, value) = self.node(at) {
            cases.push((stored, value));
            at = below;
        }
        let mut value = self.select(at, index);
        for (stored, it) in cases.into_iter().rev() {
            let is_it = self.eq(stored, index);
            value = self.ite(is_it, it, value);
        }
        value
    }

    pub fn store(&mut self, array: Term, index: Term, value: Term) -> Term {
        let mut below = array;
        if let Node::Store(deeper, stored, _) = self.node(array)
            && stored == index
        {
            below = deeper;
        }
        let sort = self.sort(array);
        self.add(Node::Store(below, index, value), sort)
    }
}

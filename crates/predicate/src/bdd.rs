//! Binary decision diagrams over predicates: the regions of abstract states.
//!
//! Regions have tens of predicates and thousands of nodes at most, and one query to the solver costs more than all of
//! their operations together: so this is the plain textbook form (Bryant 1986), reduced, ordered, without complement
//! edges and without collection.

use rustc_hash::FxHashMap as HashMap;

/// A diagram; equal sets of valuations are equal diagrams.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Bdd(u32);

impl Bdd {
    pub const FALSE: Bdd = Bdd(0);
    pub const TRUE: Bdd = Bdd(1);
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Branch {
    pub variable: u32,
    pub low: Bdd,
    pub high: Bdd,
}

#[derive(Default)]
pub struct Bdds {
    /// The first two stand for the constants.
    nodes: Vec<Branch>,
    index: HashMap<Branch, Bdd>,
    ites: HashMap<(Bdd, Bdd, Bdd), Bdd>,
}

impl Bdds {
    pub fn branch(&self, at: Bdd) -> Option<Branch> {
        (at.0 > 1).then(|| self.nodes[at.0 as usize - 2])
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    fn node(&mut self, branch: Branch) -> Bdd {
        if branch.low == branch.high {
            return branch.low;
        }
        if let Some(&known) = self.index.get(&branch) {
            return known;
        }
        let bdd = Bdd(self.nodes.len() as u32 + 2);
        self.nodes.push(branch);
        self.index.insert(branch, bdd);
        bdd
    }

    pub fn variable(&mut self, variable: u32, value: bool) -> Bdd {
        let (low, high) = if value { (Bdd::FALSE, Bdd::TRUE) } else { (Bdd::TRUE, Bdd::FALSE) };
        self.node(Branch { variable, low, high })
    }

    pub fn ite(&mut self, c: Bdd, a: Bdd, b: Bdd) -> Bdd {
        if c == Bdd::TRUE || a == b {
            return a;
        }
        if c == Bdd::FALSE {
            return b;
        }
        if (a, b) == (Bdd::TRUE, Bdd::FALSE) {
            return c;
        }
        if let Some(&known) = self.ites.get(&(c, a, b)) {
            return known;
        }
        let top = [c, a, b].iter().filter_map(|&it| self.branch(it)).map(|it| it.variable).min();
        let variable = top.unwrap_or(0);
        let cofactor = |bdds: &Bdds, it: Bdd, high: bool| match bdds.branch(it) {
            Some(branch) if branch.variable == variable => {
                if high {
                    branch.high
                } else {
                    branch.low
                }
            }
            _ => it,
        };
        let parts = |high| [c, a, b].map(|it| cofactor(self, it, high));
        let (low, high) = (parts(false), parts(true));
        let low = self.ite(low[0], low[1], low[2]);
        let high = self.ite(high[0], high[1], high[2]);
        let result = self.node(Branch { variable, low, high });
        self.ites.insert((c, a, b), result);
        result
    }

    pub fn not(&mut self, a: Bdd) -> Bdd {
        self.ite(a, Bdd::FALSE, Bdd::TRUE)
    }

    pub fn and(&mut self, a: Bdd, b: Bdd) -> Bdd {
        self.ite(a, b, Bdd::FALSE)
    }

    pub fn or(&mut self, a: Bdd, b: Bdd) -> Bdd {
        self.ite(a, Bdd::TRUE, b)
    }

    pub fn implies(&mut self, a: Bdd, b: Bdd) -> bool {
        self.ite(a, b, Bdd::TRUE) == Bdd::TRUE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_are_equal_diagrams() {
        let mut bdds = Bdds::default();
        let [x, y, z] = [0, 1, 2].map(|variable| bdds.variable(variable, true));
        let (xy, xz) = (bdds.and(x, y), bdds.and(x, z));
        let one = bdds.or(xy, xz);
        let yz = bdds.or(y, z);
        assert_eq!(one, bdds.and(x, yz));
        let not_x = bdds.variable(0, false);
        assert_eq!(bdds.and(one, not_x), Bdd::FALSE);
        assert!(bdds.implies(one, x) && !bdds.implies(x, one));
    }
}

//! Loops of an automaton and how they nest, after Ramalingam, "Identifying loops in almost linear time" (TOPLAS
//! 1999), his version of Havlak's algorithm.
//!
//! The rule: take the depth-first tree from the entry. The loop of a *head* `h` is `h` together with its
//! descendants that can reach `h` without leaving `h`'s descendants, provided an edge leads back to `h`. Two
//! loops are disjoint or nested. The location of a cycle that the search meets first is the head of a loop
//! that holds the whole cycle, so every cycle lies in a loop, also one that `goto` enters in the middle. In a
//! reducible automaton these are the natural loops, those with one head merged.
//!
//! No recursion: generated code has bodies of a hundred thousand locations.

use crate::program::{Body, Location};

/// A loop of one body, by the order of the heads in [`Loops::order`]: a loop comes after its parent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LoopId(pub u32);

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    pub head: Location,
    pub parent: Option<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
    /// Locations other than the head that edges from outside lead to; empty if the loop is reducible.
    pub side_entries: Vec<Location>,
}

/// The loops of a body.
#[derive(Debug, Default)]
pub struct Loops {
    pub loops: Vec<Loop>,
    /// All locations that can be reached, in reverse postorder: a location stands before what follows it, but
    /// for edges back, and the branch of an earlier edge before that of a later one.
    pub order: Vec<Location>,
    innermost: Vec<Option<LoopId>>,
}

impl Loops {
    pub fn of(body: &Body) -> Loops {
        if body.locations() == 0 {
            return Loops::default();
        }
        let tree = Tree::of(body);
        let nesting = Nesting::of(body, &tree);
        number(body, tree, &nesting)
    }

    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.0 as usize]
    }

    /// The innermost loop that holds a location.
    pub fn innermost(&self, at: Location) -> Option<LoopId> {
        self.innermost[at.index()]
    }

    /// Whether the loop holds the location, itself or in a loop nested in it.
    pub fn contains(&self, id: LoopId, at: Location) -> bool {
        let mut inner = self.innermost(at);
        while let Some(candidate) = inner.filter(|&candidate| candidate >= id) {
            if candidate == id {
                return true;
            }
            inner = self.get(candidate).parent;
        }
        false
    }

    /// Calls `f` on each loop that an edge from `from` to `to` enters, the innermost first.
    fn for_each_entered(&self, from: Location, to: Location, mut f: impl FnMut(LoopId)) {
        let depth = |id: Option<LoopId>| id.map_or(0, |id| self.get(id).depth);
        let up = |id: Option<LoopId>| id.and_then(|id| self.get(id).parent);
        let (mut outer, mut inner) = (self.innermost(from), self.innermost(to));
        while depth(outer) > depth(inner) {
            outer = up(outer);
        }
        while let Some(entered) = inner.filter(|_| inner != outer) {
            f(entered);
            if depth(outer) == depth(inner) {
                outer = up(outer);
            }
            inner = up(inner);
        }
    }
}

const NONE: u32 = u32::MAX;

/// Lists of edge numbers, one list a location. An edge is in one list at most.
struct Lists {
    first: Vec<u32>,
    next: Vec<u32>,
}

impl Lists {
    fn new(locations: usize, edges: usize) -> Lists {
        Lists { first: vec![NONE; locations], next: vec![NONE; edges] }
    }

    fn push(&mut self, at: usize, edge: u32) {
        self.next[edge as usize] = std::mem::replace(&mut self.first[at], edge);
    }

    fn iter(&self, at: usize) -> impl Iterator<Item = u32> {
        let mut edge = self.first[at];
        std::iter::from_fn(move || {
            let this = (edge != NONE).then_some(edge)?;
            edge = self.next[this as usize];
            Some(this)
        })
    }
}

/// The depth-first tree from the entry. Edges are tried last to first, so that reverse postorder puts the
/// first branch first.
struct Tree {
    preorder: Vec<u32>,
    postorder: Vec<Location>,
    parent: Vec<u32>,
    /// Edges back to an ancestor, by that ancestor.
    back: Lists,
    /// The edges that are neither in the tree nor go back, by the lowest common ancestor of their ends: no loop
    /// with a head below that ancestor can hold them.
    across: Lists,
}

impl Tree {
    fn of(body: &Body) -> Tree {
        let count = body.locations();
        let mut tree = Tree {
            preorder: Vec::with_capacity(count),
            postorder: Vec::with_capacity(count),
            parent: vec![NONE; count],
            back: Lists::new(count, body.edges.len()),
            across: Lists::new(count, body.edges.len()),
        };
        let (mut is_seen, mut is_open) = (vec![false; count], vec![false; count]);
        // A finished location joins its parent's set: the set's representative is the lowest ancestor that
        // is still open, which is the lowest common ancestor with the location now visited.
        let mut open_ancestor: Vec<u32> = (0..count as u32).collect();
        let mut path = vec![(0u32, body.first[1])];
        tree.preorder.push(0);
        (is_seen[0], is_open[0]) = (true, true);
        while let Some((at, rest)) = path.last_mut() {
            let from = *at;
            if *rest == body.first[from as usize] {
                is_open[from as usize] = false;
                tree.postorder.push(Location(from));
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    open_ancestor[from as usize] = parent;
                }
                continue;
            }
            *rest -= 1;
            let edge = *rest;
            let to = body.edges[edge as usize].to.0;
            if !is_seen[to as usize] {
                (is_seen[to as usize], is_open[to as usize]) = (true, true);
                tree.parent[to as usize] = from;
                tree.preorder.push(to);
                path.push((to, body.first[to as usize + 1]));
            } else if is_open[to as usize] {
                tree.back.push(to as usize, edge);
            } else {
                let ancestor = find(&mut open_ancestor, to);
                tree.across.push(ancestor as usize, edge);
            }
        }
        tree
    }
}

/// Which head each location belongs to.
struct Nesting {
    is_head: Vec<bool>,
    /// The head of the innermost loop that holds a location; for a head, of the innermost other loop.
    container: Vec<u32>,
}

impl Nesting {
    /// Inner loops first (decreasing preorder); a loop found is merged into its head.
    fn of(body: &Body, tree: &Tree) -> Nesting {
        let count = body.locations();
        let mut nesting = Nesting { is_head: vec![false; count], container: vec![NONE; count] };
        let mut merged: Vec<u32> = (0..count as u32).collect();
        let mut entering = Lists::new(count, body.edges.len());
        let mut work = Vec::new();
        for &head in tree.preorder.iter().rev() {
            for edge in tree.across.iter(head as usize) {
                let to = find(&mut merged, body.edges[edge as usize].to.0);
                entering.push(to as usize, edge);
            }
            for edge in tree.back.iter(head as usize) {
                nesting.is_head[head as usize] = true;
                nesting.add(head, body.edges[edge as usize].from.0, &mut merged, &mut work);
            }
            while let Some(member) = work.pop() {
                nesting.add(head, tree.parent[member as usize], &mut merged, &mut work);
                for edge in entering.iter(member as usize) {
                    nesting.add(head, body.edges[edge as usize].from.0, &mut merged, &mut work);
                }
            }
        }
        nesting
    }

    /// Puts what `from` is merged into under `head`, unless it is there.
    fn add(&mut self, head: u32, from: u32, merged: &mut [u32], work: &mut Vec<u32>) {
        let member = find(merged, from);
        if member != head {
            merged[member as usize] = head;
            self.container[member as usize] = head;
            work.push(member);
        }
    }
}

/// Numbers the loops by their heads in reverse postorder and finds their side entries.
fn number(body: &Body, tree: Tree, nesting: &Nesting) -> Loops {
    let mut order = tree.postorder;
    order.reverse();
    let mut loops = Loops { order, innermost: vec![None; body.locations()], ..Loops::default() };
    if !nesting.is_head.contains(&true) {
        return loops;
    }
    let mut by_head = vec![None; body.locations()];
    for &at in &loops.order {
        let container = nesting.container[at.index()];
        let mut inner = if container == NONE { None } else { by_head[container as usize] };
        if nesting.is_head[at.index()] {
            let depth = inner.map_or(1, |LoopId(parent)| loops.loops[parent as usize].depth + 1);
            loops.loops.push(Loop { head: at, parent: inner, depth, side_entries: Vec::new() });
            inner = Some(LoopId(loops.loops.len() as u32 - 1));
            by_head[at.index()] = inner;
        }
        loops.innermost[at.index()] = inner;
    }
    let mut side_entries = Vec::new();
    for &at in &loops.order {
        for edge in body.out(at) {
            loops.for_each_entered(at, edge.to, |LoopId(entered)| {
                if loops.loops[entered as usize].head != edge.to {
                    side_entries.push((entered, edge.to));
                }
            });
        }
    }
    side_entries.sort_unstable();
    side_entries.dedup();
    for (entered, at) in side_entries {
        loops.loops[entered as usize].side_entries.push(at);
    }
    loops
}

/// The representative of a set, halving the path to it.
fn find(parent: &mut [u32], mut at: u32) -> u32 {
    while parent[at as usize] != at {
        parent[at as usize] = parent[parent[at as usize] as usize];
        at = parent[at as usize];
    }
    at
}

#[cfg(test)]
mod tests;

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
pub(crate) mod tests {
    use super::*;
    use crate::op::Op;
    use crate::program::Edge;
    use crate::source::Pos;

    /// A body of skips; the edges of a location are in the order given.
    pub(crate) fn graph(locations: u32, edges: &[(u32, u32)]) -> Body {
        let mut body = Body::default();
        for from in 0..locations {
            body.first.push(body.edges.len() as u32);
            for &(_, to) in edges.iter().filter(|edge| edge.0 == from) {
                let (from, to) = (Location(from), Location(to));
                body.edges.push(Edge { from, to, op: Op::Skip, pos: Pos::NONE });
            }
        }
        body.first.push(body.edges.len() as u32);
        body
    }

    /// Head, parent and members of each loop, and its side entries.
    fn check(locations: u32, edges: &[(u32, u32)], expected: &[(u32, Option<u32>, &[u32], &[u32])]) {
        let loops = Loops::of(&graph(locations, edges));
        let plain = |list: &[Location]| list.iter().map(|l| l.0).collect::<Vec<_>>();
        let found: Vec<_> = (0..loops.loops.len() as u32)
            .map(|id| {
                let it = loops.get(LoopId(id));
                let members = (0..locations).filter(|&l| loops.contains(LoopId(id), Location(l))).collect();
                (it.head.0, it.parent.map(|p| p.0), members, plain(&it.side_entries))
            })
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|it| (it.0, it.1, it.2.to_vec(), it.3.to_vec())).collect::<Vec<_>>();
        assert_eq!(found, expected, "{edges:?}");
    }

    #[test]
    fn natural_loops_nest_and_loops_of_one_head_merge() {
        check(3, &[(0, 1), (1, 2)], &[]);
        check(2, &[(0, 0), (0, 1)], &[(0, None, &[0], &[])]);
        check(
            4,
            &[(0, 1), (1, 2), (1, 3), (2, 1), (2, 2)],
            &[(1, None, &[1, 2], &[]), (2, Some(0), &[2], &[])],
        );
        check(5, &[(0, 1), (1, 2), (1, 3), (2, 1), (3, 1), (1, 4)], &[(1, None, &[1, 2, 3], &[])]);
        // `while (a) { while (b); } while (c);`: the loop that comes later is numbered later.
        let edges = [(0, 1), (0, 2), (1, 1), (1, 0), (2, 2), (2, 3)];
        check(4, &edges, &[(0, None, &[0, 1], &[]), (1, Some(0), &[1], &[]), (2, None, &[2], &[])]);
        // `if (a) while (b); else while (c);`: the first branch first.
        let edges = [(0, 1), (0, 2), (1, 1), (1, 3), (2, 2), (2, 3)];
        check(4, &edges, &[(1, None, &[1], &[]), (2, None, &[2], &[])]);
    }

    #[test]
    fn a_cycle_entered_in_the_middle_is_a_loop_too() {
        check(4, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)], &[(2, None, &[1, 2], &[1])]);
        // A goto from outside into the inner of two loops.
        let edges = [(0, 1), (0, 3), (1, 2), (2, 3), (3, 2), (3, 1), (1, 4)];
        let loops = Loops::of(&graph(5, &edges));
        assert!(loops.loops.iter().any(|it| !it.side_entries.is_empty()));
        check_against_definition(5, &edges);
    }

    #[test]
    fn random_graphs_agree_with_the_definition() {
        let mut seed = 7u64;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as u32 % below
        };
        for round in 0..3000 {
            let locations = 2 + random(9);
            let edges: Vec<_> =
                (0..locations + round % 12).map(|_| (random(locations), random(locations))).collect();
            check_against_definition(locations, &edges);
        }
    }

    /// Compares with the rule of the module's header, and checks that heads cut every cycle.
    fn check_against_definition(locations: u32, edges: &[(u32, u32)]) {
        let body = graph(locations, edges);
        let (loops, tree) = (Loops::of(&body), Tree::of(&body));
        let is_below = |mut at: u32, above: u32| {
            while at != above && at != NONE {
                at = tree.parent[at as usize];
            }
            at == above
        };
        let mut heads = Vec::new();
        for &head in &tree.preorder {
            let mut members = Vec::new();
            let mut work: Vec<u32> =
                edges.iter().filter(|e| e.1 == head && is_below(e.0, head)).map(|e| e.0).collect();
            let is_head = !work.is_empty();
            while let Some(at) = work.pop() {
                if !members.contains(&at) {
                    members.push(at);
                    let before = edges.iter().filter(|e| e.1 == at && at != head && is_below(e.0, head));
                    work.extend(before.map(|e| e.0));
                }
            }
            if is_head {
                members.push(head);
                members.sort();
                members.dedup();
                heads.push((head, members));
            }
        }
        heads.sort_by_key(|(head, _)| loops.order.iter().position(|l| l.0 == *head));
        let found: Vec<_> = (0..loops.loops.len() as u32)
            .map(|id| {
                let members = (0..locations).filter(|&l| loops.contains(LoopId(id), Location(l)));
                (loops.get(LoopId(id)).head.0, members.collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(found, heads, "{edges:?}");
        for (id, it) in loops.loops.iter().enumerate() {
            assert!(it.parent.is_none_or(|p| (p.0 as usize) < id && loops.contains(p, it.head)), "{edges:?}");
        }
        // Without the edges to heads nothing goes round: what has no successor can be taken away, and so on.
        let mut rest = tree.preorder.clone();
        let leads_on = |from: u32, rest: &[u32]| {
            edges.iter().any(|e| e.0 == from && rest.contains(&e.1) && heads.iter().all(|h| h.0 != e.1))
        };
        while let Some(last) = rest.iter().position(|&at| !leads_on(at, &rest)) {
            rest.remove(last);
        }
        assert!(rest.is_empty(), "{edges:?}");
    }

    #[test]
    fn long_and_deep_bodies_take_no_stack() {
        let count = 100_000;
        let mut edges: Vec<_> = (0..count - 1).map(|l| (l, l + 1)).collect();
        edges.extend((0..count / 2).map(|l| (count - 1 - l, l)));
        edges.sort_unstable();
        let mut body = Body::default();
        let mut next = 0;
        for from in 0..count {
            body.first.push(next);
            while let Some(&(_, to)) = edges.get(next as usize).filter(|e| e.0 == from) {
                let (from, to) = (Location(from), Location(to));
                body.edges.push(Edge { from, to, op: Op::Skip, pos: Pos::NONE });
                next += 1;
            }
        }
        body.first.push(next);
        assert_eq!(Loops::of(&body).loops.len(), count as usize / 2);
    }
}

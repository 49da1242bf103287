//! Which nodes of a graph every path to a node goes through, after Cooper, Harvey, Kennedy: "A simple, fast dominance
//! algorithm" (2001).

use crate::scc::Graph;

/// The immediate dominator of each node: the last one before it on all paths from the root.
#[derive(Debug)]
pub struct Dominators {
    above: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Dominators {
    pub fn of(graph: &Graph, root: u32) -> Dominators {
        let order = postorder(graph, root);
        let mut number = vec![NONE; graph.len()];
        order.iter().enumerate().for_each(|(at, &node)| number[node as usize] = at as u32);
        let into = graph.reversed();
        let mut above = vec![NONE; graph.len()];
        above[root as usize] = root;
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for &node in order.iter().rev().filter(|&&node| node != root) {
                let mut known = into.successors(node).iter().filter(|&&it| above[it as usize] != NONE);
                let Some(&first) = known.next() else { continue };
                let meet = known.fold(first, |mut a, &b| {
                    let mut b = b;
                    while a != b {
                        match number[a as usize] < number[b as usize] {
                            true => a = above[a as usize],
                            false => b = above[b as usize],
                        }
                    }
                    a
                });
                is_changed |= above[node as usize] != meet;
                above[node as usize] = meet;
            }
        }
        above[root as usize] = NONE;
        Dominators { above }
    }

    /// Nothing for the root, and for what is not reached from it.
    pub fn above(&self, node: u32) -> Option<u32> {
        Some(self.above[node as usize]).filter(|&it| it != NONE)
    }
}

/// The nodes that are reached, each after those it leads to, but for edges back.
fn postorder(graph: &Graph, root: u32) -> Vec<u32> {
    let mut is_seen = vec![false; graph.len()];
    is_seen[root as usize] = true;
    let (mut path, mut order) = (vec![(root, 0)], Vec::new());
    while let Some((node, tried)) = path.last_mut() {
        match graph.successors(*node).get(*tried) {
            Some(&to) => {
                *tried += 1;
                if !std::mem::replace(&mut is_seen[to as usize], true) {
                    path.push((to, 0));
                }
            }
            None => {
                order.push(*node);
                path.pop();
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By definition: what is not reached any more without it.
    fn reached(graph: &Graph, root: u32, without: u32) -> Vec<bool> {
        let mut is_seen = vec![false; graph.len()];
        let mut work = vec![root];
        while let Some(node) = work.pop() {
            if node != without && !std::mem::replace(&mut is_seen[node as usize], true) {
                work.extend(graph.successors(node));
            }
        }
        is_seen
    }

    #[test]
    fn random_graphs_agree_with_the_definition() {
        let mut seed = 1u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % below
        };
        for _ in 0..2000 {
            let count = 1 + random(9);
            let mut graph = Graph::default();
            (0..count).for_each(|_| {
                let successors: Vec<u32> = (0..random(4)).map(|_| random(count) as u32).collect();
                graph.push(successors);
            });
            let found = Dominators::of(&graph, 0);
            let all = reached(&graph, 0, NONE);
            for node in 0..count as u32 {
                let mut above = std::collections::BTreeSet::new();
                let mut at = found.above(node);
                while let Some(it) = at {
                    above.insert(it);
                    at = found.above(it);
                }
                let is_reached = all[node as usize];
                let expected = (0..count as u32)
                    .filter(|&it| is_reached && it != node && !reached(&graph, 0, it)[node as usize]);
                assert_eq!(above, expected.collect(), "{graph:?} {node}");
            }
        }
    }
}

//! Strongly connected components, by Tarjan's algorithm without recursion.

/// A directed graph on `0..len()`: the successors of each node, one after the other.
#[derive(Clone, Debug)]
pub struct Graph {
    first: Vec<u32>,
    to: Vec<u32>,
}

impl Default for Graph {
    fn default() -> Graph {
        Graph { first: vec![0], to: Vec::new() }
    }
}

impl Graph {
    /// Adds the next node.
    pub fn push(&mut self, successors: impl IntoIterator<Item = u32>) {
        self.to.extend(successors);
        self.first.push(self.to.len() as u32);
    }

    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn successors(&self, node: u32) -> &[u32] {
        &self.to[self.first[node as usize] as usize..self.first[node as usize + 1] as usize]
    }

    /// The same edges, turned round. Sources come in increasing order.
    pub fn reversed(&self) -> Graph {
        let mut first = vec![0u32; self.first.len()];
        self.to.iter().for_each(|&to| first[to as usize + 1] += 1);
        (0..self.len()).for_each(|node| first[node + 1] += first[node]);
        let (mut next, mut to) = (first.clone(), vec![0; self.to.len()]);
        for node in 0..self.len() as u32 {
            for &successor in self.successors(node) {
                to[next[successor as usize] as usize] = node;
                next[successor as usize] += 1;
            }
        }
        Graph { first, to }
    }
}

/// The components of a graph: each after all those it leads to.
#[derive(Debug)]
pub struct Components {
    nodes: Vec<u32>,
    first: Vec<u32>,
    /// The component of each node.
    pub of: Vec<u32>,
}

impl Components {
    pub fn new(graph: &Graph) -> Components {
        const NONE: u32 = u32::MAX;
        let count = graph.len();
        let mut found =
            Components { nodes: Vec::with_capacity(count), first: vec![0], of: vec![NONE; count] };
        let (mut number, mut low) = (vec![NONE; count], vec![0u32; count]);
        let (mut stack, mut path, mut next) = (Vec::new(), Vec::new(), 0);
        for root in 0..count as u32 {
            if number[root as usize] != NONE {
                continue;
            }
            path.push((root, 0u32));
            while let Some((node, tried)) = path.last_mut() {
                let at = *node as usize;
                if *tried == 0 {
                    (number[at], low[at]) = (next, next);
                    next += 1;
                    stack.push(*node);
                }
                if let Some(&to) = graph.successors(*node).get(*tried as usize) {
                    *tried += 1;
                    if number[to as usize] == NONE {
                        path.push((to, 0));
                    } else if found.of[to as usize] == NONE {
                        low[at] = low[at].min(number[to as usize]);
                    }
                    // A leaf is numbered once: `tried` has moved on.
                    continue;
                }
                path.pop();
                if low[at] == number[at] {
                    found.close(&mut stack, at as u32);
                } else if let Some(&(parent, _)) = path.last() {
                    low[parent as usize] = low[parent as usize].min(low[at]);
                }
            }
        }
        found
    }

    fn close(&mut self, stack: &mut Vec<u32>, root: u32) {
        let component = self.first.len() as u32 - 1;
        while let Some(node) = stack.pop() {
            self.of[node as usize] = component;
            self.nodes.push(node);
            if node == root {
                break;
            }
        }
        self.first.push(self.nodes.len() as u32);
    }

    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn nodes(&self, component: usize) -> &[u32] {
        &self.nodes[self.first[component] as usize..self.first[component + 1] as usize]
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|component| self.nodes(component))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(successors: &[&[u32]]) -> Graph {
        let mut graph = Graph::default();
        successors.iter().for_each(|list| graph.push(list.iter().copied()));
        graph
    }

    #[test]
    fn components_come_after_those_they_lead_to() {
        let graph = graph(&[&[1, 4], &[2], &[1, 3], &[3], &[], &[0, 5, 4]]);
        let components = Components::new(&graph);
        let mut sets: Vec<Vec<u32>> = components.iter().map(<[u32]>::to_vec).collect();
        sets.iter_mut().for_each(|set| set.sort());
        assert_eq!(sets, [vec![3], vec![1, 2], vec![4], vec![0], vec![5]]);
        assert_eq!(graph.reversed().successors(4), [0, 5]);
    }

    #[test]
    fn random_graphs_agree_with_reachability() {
        let mut seed = 1u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % below
        };
        for _ in 0..2000 {
            let count = 1 + random(8);
            let mut reach = vec![vec![false; count]; count];
            let mut graph = Graph::default();
            for row in &mut reach {
                let successors: Vec<u32> = (0..random(4)).map(|_| random(count) as u32).collect();
                successors.iter().for_each(|&to| row[to as usize] = true);
                graph.push(successors);
            }
            for k in 0..count {
                for i in 0..count {
                    for j in 0..count {
                        reach[i][j] |= reach[i][k] && reach[k][j];
                    }
                }
            }
            let of = Components::new(&graph).of;
            for i in 0..count {
                for j in 0..count {
                    assert_eq!(of[i] == of[j], i == j || (reach[i][j] && reach[j][i]), "{graph:?}");
                    assert!(!reach[i][j] || of[j] <= of[i], "{graph:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_chain_takes_no_stack() {
        let mut graph = Graph::default();
        (0..200_000u32).for_each(|node| graph.push([(node + 1) % 200_000]));
        assert_eq!(Components::new(&graph).len(), 1);
    }
}

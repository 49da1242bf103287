//! Hashes over a graph: that of a node covers its content and everything it leads to.
//!
//! Nodes on a cycle are hashed as one component: its members sorted by name, with references inside by name and
//! references to the outside by hash. So a hash depends on no numbering, only on names inside cycles.

use crate::scc::{Components, Graph};

/// The first 16 bytes of a BLAKE3 hash.
pub type Fingerprint = [u8; 16];

pub fn fingerprint(bytes: &[u8]) -> Fingerprint {
    truncate(blake3::hash(bytes))
}

/// The hash of each node. `content` gives what a node is by itself, which must tell the order and the meaning of
/// its successors; names are unique.
pub(crate) fn merkle<'a>(
    graph: &Graph,
    content: impl Fn(u32) -> Fingerprint,
    name: impl Fn(u32) -> &'a str,
) -> Vec<Fingerprint> {
    let components = Components::new(graph);
    let mut hashes = vec![[0; 16]; graph.len()];
    for nodes in components.iter() {
        match nodes {
            &[node] if !graph.successors(node).contains(&node) => {
                let mut hasher = blake3::Hasher::new();
                hasher.update(b"node").update(&content(node));
                graph.successors(node).iter().for_each(|&to| {
                    hasher.update(&hashes[to as usize]);
                });
                hashes[node as usize] = truncate(hasher.finalize());
            }
            cycle => {
                let mut members: Vec<(&str, u32)> = cycle.iter().map(|&node| (name(node), node)).collect();
                members.sort_unstable();
                let component = components.of[cycle[0] as usize];
                let mut bytes = b"cycle".to_vec();
                for &(own_name, node) in &members {
                    text(&mut bytes, own_name);
                    bytes.extend_from_slice(&content(node));
                    let successors = graph.successors(node);
                    bytes.extend_from_slice(&(successors.len() as u64).to_le_bytes());
                    for &to in successors {
                        if components.of[to as usize] == component {
                            bytes.push(0);
                            text(&mut bytes, name(to));
                        } else {
                            bytes.push(1);
                            bytes.extend_from_slice(&hashes[to as usize]);
                        }
                    }
                }
                let whole = fingerprint(&bytes);
                for (own_name, node) in members {
                    let mut bytes = b"member".to_vec();
                    bytes.extend_from_slice(&whole);
                    text(&mut bytes, own_name);
                    hashes[node as usize] = fingerprint(&bytes);
                }
            }
        }
    }
    hashes
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend_from_slice(&(text.len() as u64).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
}

fn truncate(hash: blake3::Hash) -> Fingerprint {
    let mut first = [0; 16];
    first.copy_from_slice(&hash.as_bytes()[..16]);
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hashes of nodes named by letters, whose content is the number given.
    fn hashes(nodes: &[(&str, u8, &str)]) -> Vec<(String, Fingerprint)> {
        let find = |name: char| nodes.iter().position(|n| n.0 == name.to_string()).unwrap() as u32;
        let mut graph = Graph::default();
        nodes.iter().for_each(|node| graph.push(node.2.chars().map(find)));
        let all = merkle(&graph, |n| [nodes[n as usize].1; 16], |n| nodes[n as usize].0);
        let mut named: Vec<_> = nodes.iter().map(|n| n.0.to_string()).zip(all).collect();
        named.sort();
        named
    }

    #[test]
    fn a_change_reaches_those_that_lead_to_it_and_no_others() {
        let before = hashes(&[("a", 1, "b"), ("b", 2, "cd"), ("c", 3, "b"), ("d", 4, ""), ("e", 5, "d")]);
        let shuffled = hashes(&[("e", 5, "d"), ("c", 3, "b"), ("d", 4, ""), ("b", 2, "cd"), ("a", 1, "b")]);
        assert_eq!(before, shuffled);
        let check = |after: Vec<(String, Fingerprint)>, changed: &str| {
            let differ: String = (0..5).filter(|&i| before[i] != after[i]).map(|i| &*before[i].0).collect();
            assert_eq!(differ, changed);
        };
        check(hashes(&[("a", 9, "b"), ("b", 2, "cd"), ("c", 3, "b"), ("d", 4, ""), ("e", 5, "d")]), "a");
        check(hashes(&[("a", 1, "b"), ("b", 2, "cd"), ("c", 9, "b"), ("d", 4, ""), ("e", 5, "d")]), "abc");
        check(hashes(&[("a", 1, "b"), ("b", 2, "cd"), ("c", 3, "b"), ("d", 9, ""), ("e", 5, "d")]), "abcde");
        check(hashes(&[("a", 1, "b"), ("b", 2, "dc"), ("c", 3, "b"), ("d", 4, ""), ("e", 5, "d")]), "abc");
        check(hashes(&[("a", 1, "c"), ("b", 2, "cd"), ("c", 3, "b"), ("d", 4, ""), ("e", 5, "d")]), "a");
    }
}

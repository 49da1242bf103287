//! Loops of hand-made graphs, and of random ones against the definition.

use super::*;
use crate::op::Op;
use crate::program::Edge;
use crate::source::Pos;

/// A body of skips; the edges of a location are in the order given.
fn graph(locations: u32, edges: &[(u32, u32)]) -> Body {
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

/// Head, parent, members and side entries of a loop.
type Expected<'a> = (u32, Option<u32>, &'a [u32], &'a [u32]);

fn check(locations: u32, edges: &[(u32, u32)], expected: &[Expected]) {
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
    check(4, &[(0, 1), (1, 2), (1, 3), (2, 1), (2, 2)], &[(1, None, &[1, 2], &[]), (2, Some(0), &[2], &[])]);
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

//! Which locations of a function decide whether others are come to.

use cfa::dominators::Dominators;
use cfa::program::Location;
use cfa::scc::{Components, Graph};

pub struct Control {
    /// For each location the ones that decide.
    pub decided_at: Vec<Vec<Location>>,
    /// For each location the first that all ways from it go through.
    behind: Dominators,
    /// A location of each loop that is not left.
    pub stuck: Vec<Location>,
}

impl Control {
    /// Of the locations that each of them leads to, edge by edge; nothing where an edge is not left.
    pub fn of<'a>(leads: impl ExactSizeIterator<Item = &'a [Option<Location>]>) -> Control {
        let end = leads.len() as u32;
        let mut leads: Vec<Vec<u32>> = leads
            .map(|to| match to {
                [] => vec![end],
                to => to.iter().map(|to| to.map_or(end, |to| to.0)).collect(),
            })
            .collect();
        leads.push(Vec::new());
        let graph = |leads: &[Vec<u32>]| {
            let mut graph = Graph::default();
            leads.iter().for_each(|to| graph.push(to.iter().copied()));
            graph
        };
        let components = Components::new(&graph(&leads));
        let is_stuck = |nodes: &&[u32]| {
            let is_inside = |&to: &u32| components.of[to as usize] == components.of[nodes[0] as usize];
            nodes[0] != end && nodes.iter().all(|&node| leads[node as usize].iter().all(is_inside))
        };
        let stuck: Vec<u32> =
            components.iter().filter(is_stuck).filter_map(|nodes| nodes.iter().min().copied()).collect();
        stuck.iter().for_each(|&node| leads[node as usize].push(end));
        let behind = Dominators::of(&graph(&leads).reversed(), end);
        let mut decided_at = vec![Vec::new(); end as usize];
        for at in (0..end).filter(|&at| leads[at as usize].len() > 1) {
            for &to in &leads[at as usize] {
                let mut next = Some(to);
                while let Some(node) = next.filter(|&node| node != end && Some(node) != behind.above(at)) {
                    decided_at[node as usize].push(Location(at));
                    next = behind.above(node);
                }
            }
        }
        Control { decided_at, behind, stuck: stuck.into_iter().map(Location).collect() }
    }

    /// Where all ways from a location meet again.
    pub fn way_around(&self, at: Location) -> Option<Location> {
        let next = self.behind.above(at.0).map(Location)?;
        (next.index() < self.decided_at.len()).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each location the ones that decide on it, and where its ways meet again.
    fn check(leads: &[&[i32]], decided_at: &[&[u32]], around: &[i32], stuck: &[u32]) {
        let leads: Vec<Vec<_>> = leads
            .iter()
            .map(|to| to.iter().map(|&to| u32::try_from(to).ok().map(Location)).collect())
            .collect();
        let control = Control::of(leads.iter().map(Vec::as_slice));
        let found: Vec<Vec<u32>> =
            control.decided_at.iter().map(|all| all.iter().map(|at| at.0).collect()).collect();
        assert_eq!(found, decided_at, "{leads:?}");
        let way = |at| control.way_around(Location(at)).map_or(-1, |at| at.0 as i32);
        assert_eq!((0..leads.len() as u32).map(way).collect::<Vec<_>>(), around, "{leads:?}");
        assert_eq!(control.stuck.iter().map(|at| at.0).collect::<Vec<_>>(), stuck, "{leads:?}");
    }

    #[test]
    fn a_branch_decides_on_both_sides_and_not_on_where_they_meet() {
        check(&[&[1, 2], &[3], &[3], &[]], &[&[], &[0], &[0], &[]], &[3, 3, 3, -1], &[]);
    }

    #[test]
    fn a_loop_decides_on_itself() {
        check(&[&[1, 2], &[0], &[]], &[&[0], &[0], &[]], &[2, 0, -1], &[]);
    }

    #[test]
    fn an_edge_that_is_not_left_decides_on_all_behind() {
        check(&[&[1, 2], &[-1], &[3], &[]], &[&[], &[0], &[0], &[0]], &[-1, -1, 3, -1], &[]);
    }

    #[test]
    fn a_loop_without_exit_is_an_end() {
        check(&[&[1, 3], &[2], &[1], &[]], &[&[], &[0, 1], &[1], &[0]], &[-1, -1, 1, -1], &[1]);
    }
}

//! Abstract paths to a target: whether the program can take one, and what excludes it if not.

use std::collections::BTreeSet;

use super::{Answer, Search, Watch};
use crate::Phase;
use crate::block::Point;
use crate::path::{Feasibility, Link, Model, Path, Step};
use crate::refine::{self, Found, WAYS, Way};
use formula::Term;

/// What came of a path.
pub(super) enum Examined {
    /// It cannot be taken, and predicates now say so.
    Excluded,
    Possible(Model),
    Ended(Answer),
}

impl Search<'_, '_> {
    /// The nodes from the start to this one, and the path over them and by one step more, through all calls.
    fn path(&mut self, node: usize, last: Step) -> (Vec<usize>, Path) {
        let (mut nodes, mut steps, mut at) = (vec![node], vec![last], node);
        // Calls whose ends have been met, going backwards.
        let mut open = Vec::new();
        loop {
            if let Some((entrance, exit)) = self.nodes[at].over
                && let Some((caller, enter)) = self.nodes[entrance].parent.clone()
                && let Some((blocks, procedure)) = {
                    let known = self.nodes[at].valuation.clone();
                    self.leaving(caller, &enter, &known)
                }
            {
                let valuation = self.nodes[exit].valuation.clone();
                steps.push(Step { valuation, blocks, index: 0, link: Link::Leave(procedure) });
                nodes.push(exit);
                open.push(entrance);
                at = exit;
                continue;
            }
            if self.nodes[at].entrance == Some(at)
                && let Some(entrance) = open.pop()
            {
                at = entrance;
                nodes.push(at);
            }
            let Some((parent, step)) = self.nodes[at].parent.clone() else { break };
            nodes.push(parent);
            steps.push(step);
            at = parent;
        }
        nodes.reverse();
        steps.reverse();
        (nodes, Path::of(&mut self.builder.encoder, steps))
    }

    /// Looks at an abstract path to a target.
    pub(super) fn examine(&mut self, node: usize, last: Step, watch: &mut Watch<'_>) -> Examined {
        self.enter(Phase::Feasibility, watch);
        let (nodes, path) = self.path(node, last);
        if self.expand_eagerly(&nodes) {
            return Examined::Excluded;
        }
        match path.is_feasible(&mut self.builder.encoder, self.smt) {
            // As it is, or with one hole less.
            Feasibility::Yes(_) | Feasibility::Undecided if self.expand_hole(&nodes) => {
                return Examined::Excluded;
            }
            Feasibility::Yes(model) => return Examined::Possible(model),
            Feasibility::Undecided => {
                return Examined::Ended(match watch.limits.reached() {
                    Some(limit) => Answer::Limit(limit),
                    None => Answer::Undecided,
                });
            }
            Feasibility::No => {}
        }
        // Nodes that were made before something was told apart there may be all that lets the path pass.
        if self.refresh(&nodes) {
            return Examined::Excluded;
        }
        self.stats.refinements += 1;
        self.stats.refuted += path.steps.len() as u64;
        self.enter(Phase::Tracking, watch);
        self.track(&path);
        if self.refresh(&nodes) {
            return Examined::Excluded;
        }
        if watch.is_brief {
            return match self.give_up_candidate(&nodes) {
                true => Examined::Excluded,
                false => Examined::Ended(Answer::Spent),
            };
        }
        for way in WAYS {
            if let Some(answer) = watch.check(self.smt) {
                return Examined::Ended(answer);
            }
            if way.is_dear() && (self.give_up_candidate(&nodes) || self.expand_hole(&nodes)) {
                return Examined::Excluded;
            }
            self.enter(way.phase(), watch);
            // The program is the same for all paths, and with its loops folded a path is for many; so is what they tell.
            let folded = match way {
                Way::Whole(..) => Some((way, BTreeSet::new())),
                Way::Folded(..) => Some((way, path.blocks())),
                _ => None,
            };
            let mut sets = match folded.as_ref().and_then(|key| self.folded.remove(key)) {
                Some(rest) => rest,
                None => refine::find(self.builder, self.smt, &self.initial, &path, way).into(),
            };
            let is_excluded = std::iter::from_fn(|| sets.pop_front()).any(|found| {
                self.add_predicates(found);
                self.refresh(&nodes)
            });
            if let Some(key) = folded {
                self.folded.insert(key, sets);
            }
            if is_excluded {
                return Examined::Excluded;
            }
        }
        match self.expand_hole(&nodes) {
            true => Examined::Excluded,
            false => Examined::Ended(Answer::NoProgress),
        }
    }

    fn add_predicates(&mut self, found: Found) {
        for (point, predicates) in found {
            let place = self.builder.place(point);
            for predicate in predicates {
                if self.is_visible(point, predicate) {
                    self.precision.add(&mut self.builder.encoder.terms, place, predicate);
                }
            }
        }
    }

    pub(super) fn is_visible(&self, point: Point, predicate: Term) -> bool {
        let mut is_visible = true;
        let terms = &self.builder.encoder.terms;
        terms.for_each_symbol(&[predicate], |symbol| is_visible &= self.builder.is_visible(point, symbol));
        is_visible
    }

    /// Takes back those of some nodes that were made before something was told apart where they are; whether there are any.
    fn refresh(&mut self, nodes: &[usize]) -> bool {
        let is_stale = |&node: &usize| {
            let it = &self.nodes[node];
            it.point.is_some_and(|point| it.fineness < self.precision.fineness(self.builder.place(point)))
        };
        let mut stale: Vec<usize> = nodes.iter().copied().filter(is_stale).collect();
        if let Some(transplant) = &mut self.transplant {
            stale = transplant.first_to_go(stale);
        }
        self.take_back(&stale);
        !stale.is_empty()
    }

    /// Removes nodes and all behind them; their parents are looked at again, and so is what they covered.
    pub(super) fn take_back(&mut self, stale: &[usize]) {
        let (mut roots, mut calls, mut work) = (BTreeSet::new(), BTreeSet::new(), Vec::<usize>::new());
        for &node in stale {
            let parent = self.nodes[node].parent.as_ref().map_or(node, |(parent, _)| *parent);
            match self.nodes[node].over {
                // The exit is as it was: only the steps over the call with it are made again.
                Some(call) => {
                    calls.insert(call);
                    work.extend(
                        self.nodes[parent].children.iter().filter(|&&it| self.nodes[it].over == Some(call)),
                    );
                }
                // The parent's other children are made again with it.
                None => {
                    roots.insert(parent);
                    work.extend(&self.nodes[parent].children);
                }
            }
        }
        loop {
            while let Some(id) = work.pop() {
                if !std::mem::replace(&mut self.nodes[id].is_removed, true) {
                    work.append(&mut self.nodes[id].children);
                }
            }
            // What lies behind a call goes with its entrance and with its exit.
            for id in 0..self.nodes.len() {
                if let Some((entrance, exit)) = self.nodes[id].over
                    && !self.nodes[id].is_removed
                    && (self.nodes[entrance].is_removed || self.nodes[exit].is_removed)
                {
                    work.push(id);
                }
            }
            if work.is_empty() {
                break;
            }
        }
        for id in 0..self.nodes.len() {
            if self.nodes[id].is_removed {
                continue;
            }
            let mut children = std::mem::take(&mut self.nodes[id].children);
            children.retain(|&child| !self.nodes[child].is_removed);
            self.nodes[id].children = children;
            if self.nodes[id].covered_by.is_some_and(|by| self.nodes[by].is_removed) {
                self.nodes[id].covered_by = None;
                self.wait(id);
            }
        }
        for list in self.at.values_mut() {
            list.retain(|&id| !self.nodes[id].is_removed);
        }
        self.work.retain(|&(_, id)| !self.nodes[id].is_removed);
        for root in roots {
            if !self.nodes[root].is_removed {
                self.wait(root);
            }
        }
        for (entrance, exit) in calls {
            if !self.nodes[entrance].is_removed && !self.nodes[exit].is_removed {
                self.step_over((entrance, exit));
            }
        }
    }
}

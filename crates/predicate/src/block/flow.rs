//! Where control goes: points, in an order in which each is before those it leads to.

use rustc_hash::FxHashMap as HashMap;

use cfa::library::Trait;
use cfa::op::{Callee, Op};
use cfa::program::{Body, FunctionId, Location};

use super::{Builder, LARGEST, PULSE, Point};
use crate::summary::ENTRANCE;
use verdict::Property;

impl<'p> Builder<'p> {
    /// Whether what holds at a point is worth telling: at the head of a loop, and around a procedure with a summary.
    pub fn is_telling(&self, point: Point) -> bool {
        point.at == ENTRANCE
            || self.is_end(point)
            || self.loops[self.function(point.context).index()].contains(&point.at)
    }

    pub(super) fn is_head(&self, point: Point) -> bool {
        point.at == ENTRANCE
            || self.is_end(point)
            || self.heads[self.function(point.context).index()][point.at.index()]
    }

    /// Where blocks of a function begin and end, in order.
    pub fn heads(&self, function: FunctionId) -> Vec<Location> {
        let heads = (0..).map(Location).zip(&self.heads[function.index()]);
        heads.filter(|(_, is_head)| **is_head).map(|(at, _)| at).collect()
    }

    /// Where nobody asks whether it is called, an error function is a function like any other.
    pub fn is_error(&self, function: FunctionId) -> bool {
        if self.property != Property::UnreachCall {
            return false;
        }
        let name = &self.program.function(function).source_name;
        match &self.error_function {
            Some(error) => name == error,
            None => cfa::library::is(name, Trait::Error),
        }
    }

    /// The points of a block, each before those it leads to.
    pub(super) fn order(&mut self, from: Point) -> Option<Vec<Point>> {
        let mut done: HashMap<Point, bool> = HashMap::default();
        let mut order = Vec::new();
        let mut work = vec![(from, false)];
        while let Some((point, is_left)) = work.pop() {
            if is_left {
                order.push(point);
                continue;
            }
            if done.insert(point, true).is_some() {
                continue;
            }
            if done.len() > LARGEST || done.len().is_multiple_of(PULSE) && self.limits.reached().is_some() {
                return None;
            }
            work.push((point, true));
            if point != from && self.is_head(point) {
                continue;
            }
            let mut next = Vec::new();
            self.successors(point, &mut next);
            work.extend(next.into_iter().filter(|it| !done.contains_key(it)).map(|it| (it, false)));
        }
        order.reverse();
        #[cfg(test)]
        order.retain(|point| self.forgotten != Some(point.at) || *point == from);
        Some(order)
    }

    /// Points that control may go to from here; the same as [`Builder::step`] leads to.
    pub fn successors(&mut self, point: Point, out: &mut Vec<Point>) {
        if point.at == ENTRANCE {
            out.push(Point { context: point.context, at: Body::ENTRY });
            return;
        }
        let here = self.here(point.context);
        if point.at == here.body.exit {
            if let Some((caller, edge)) = self.caller(point.context) {
                let edge = &self.here(caller).body.edges[edge as usize];
                out.push(Point { context: caller, at: edge.to });
            }
            return;
        }
        if let Some(at) = self.cone.way_around(here.function, point.at) {
            out.push(Point { context: point.context, at });
            return;
        }
        let first = here.body.first[point.at.index()];
        for (index, edge) in here.body.out(point.at).iter().enumerate() {
            let next = Point { context: point.context, at: edge.to };
            match &edge.op {
                op if op.is_terminal() => {}
                Op::Call { callee, .. } => {
                    let number = first + index as u32;
                    for &target in self.callees.clone().at(here.function, number, callee) {
                        if self.is_chosen(target) {
                            out.push(Point { context: self.summarised(target), at: ENTRANCE });
                        } else if let Some(context) = self.enter(point.context, number, target) {
                            out.push(Point { context, at: Body::ENTRY });
                        } else if !self.is_error(target) && self.program.function(target).body.is_none() {
                            out.push(next);
                        }
                    }
                    if matches!(callee, Callee::Indirect(..)) {
                        out.push(next);
                    }
                }
                _ => out.push(next),
            }
        }
    }

    /// Whether calls of a function go by its summary.
    pub fn is_chosen(&self, function: FunctionId) -> bool {
        self.chosen[function.index()] && !self.is_error(function)
    }
}

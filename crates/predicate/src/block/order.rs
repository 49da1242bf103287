//! Points in an order in which each is before those it leads to, and where blocks begin and end.

use rustc_hash::FxHashMap as HashMap;

use cfa::library::Trait;
use cfa::program::{FunctionId, Location};

use super::{Builder, LARGEST, PULSE, Point};
use crate::summary::ENTRANCE;
use verdict::Property;

impl<'p> Builder<'p> {
    /// Whether what holds at a point is worth telling: at the head of a loop, and around a procedure with a summary.
    pub fn is_telling(&self, point: Point) -> bool {
        point.at == ENTRANCE
            || self.is_end(point)
            || self.heads.is_loop(self.function(point.context), point.at)
    }

    pub(super) fn is_head(&self, point: Point) -> bool {
        point.at == ENTRANCE
            || self.is_end(point)
            || self.heads.is_head(self.function(point.context), point.at)
    }

    /// Where blocks of a function begin and end, in order.
    pub fn heads(&self, function: FunctionId) -> Vec<Location> {
        self.heads.all(function).collect()
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
            let next = self.flow(point).successors();
            work.extend(next.into_iter().filter(|it| !done.contains_key(it)).map(|it| (it, false)));
        }
        order.reverse();
        #[cfg(test)]
        order.retain(|point| self.forgotten != Some(point.at) || *point == from);
        Some(order)
    }

    /// Whether calls of a function go by its summary.
    pub fn is_chosen(&self, function: FunctionId) -> bool {
        self.heads.is_chosen(function) && !self.is_error(function)
    }
}

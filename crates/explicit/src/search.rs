//! The search: one loop, over any space and any frontier.

use machine::Stop;
use machine::explore::Choice;
use verdict::Unknown;

use cfa::source::Pos;

use crate::findings::{Findings, Report};
use crate::frontier::{Breadth, Depth, Frontier, Next, Node};
use crate::layer::Outcome;
use crate::memo::Known;
use crate::options::{Options, Order, Stats};
use crate::recall::Reuse;
use crate::reuse::Rejected;
use crate::space::{Ended, Judge, Told};
use crate::visited::Visited;

pub(crate) struct Search<'a> {
    pub options: &'a Options,
    pub visited: Visited,
    /// Depths of states by number, if there is a limit to them: the least at which each was met so far.
    depths: Vec<u32>,
    /// States whose choices were left alone because they were met too deep.
    too_deep: Vec<u32>,
    pub stats: Stats,
    pub found: Findings<'a>,
    /// What is recorded, and what earlier runs found out.
    pub reuse: Reuse,
}

/// States between two looks at the limits.
const INTERVAL: u64 = 1 << 12;

impl<'a> Search<'a> {
    pub fn new(found: Findings<'a>) -> Search<'a> {
        Search {
            options: found.options,
            visited: Visited::new(),
            depths: Vec::new(),
            too_deep: Vec::new(),
            stats: Stats::default(),
            found,
            reuse: Reuse::default(),
        }
    }

    pub fn run<S: Judge<Saved: Clone> + Told>(&mut self, space: &mut S) -> Result<(), Rejected> {
        match self.options.order {
            Order::Depth => self.explore(space, &mut Depth::default()),
            Order::Random(seed) => self.explore(space, &mut Depth::shuffled(seed)),
            Order::Breadth => self.explore(space, &mut Breadth::default()),
        }
    }

    fn explore<S: Judge + Told>(
        &mut self,
        space: &mut S,
        frontier: &mut impl Frontier<S>,
    ) -> Result<(), Rejected> {
        let brake = &self.options.machine.brake;
        self.enter(space, frontier, None)?;
        while !self.found.is_over() {
            let is_touched = brake.is_touched();
            if is_touched || self.stats.transitions.is_multiple_of(INTERVAL) {
                brake.answer();
                self.stats.frontier = frontier.len() as u64;
                self.tell();
                self.reuse.flush(&self.visited);
                if brake.is_pulled() || self.options.limits.reached().is_some() {
                    self.found.give_up(&Stop::Cancelled);
                    break;
                }
            }
            match frontier.next(space) {
                Some(Next::Try(choice)) => {
                    self.step(space, frontier, choice)?;
                    if self.found.is_ended() {
                        // What the choice leads to has not been looked at.
                        frontier.give_back(choice);
                    }
                }
                Some(Next::Done(node)) => self.reuse.leave(&node),
                None => {
                    self.judge_depth();
                    break;
                }
            }
        }
        frontier.open().iter().for_each(|node| self.reuse.cut(node));
        space.sum_up(&mut self.found);
        self.stats.frontier = frontier.unexplored() as u64;
        self.stats.steps = space.steps();
        self.tell();
        Ok(())
    }

    /// Says how far the search has come.
    fn tell(&mut self) {
        self.stats.ends = self.found.ends;
        self.stats.visited_bytes = self.visited.bytes() as u64;
        self.found.observer.progress(&self.stats);
    }

    /// Tries a choice of the current state: by what is known of it, or by executing it.
    fn step<S: Judge + Told>(
        &mut self,
        space: &mut S,
        frontier: &mut impl Frontier<S>,
        choice: Choice,
    ) -> Result<(), Rejected> {
        self.stats.transitions += 1;
        let Some(node) = frontier.node() else { return Ok(()) };
        let recalled = self.reuse.recall(&node, choice);
        if let Some(recalled) = &recalled
            && self.use_recalled(space, frontier, &node, choice, recalled)?
        {
            self.stats.reused += 1;
            return Ok(());
        }
        let rebuilt = match frontier.place(space) {
            Ok(rebuilt) => rebuilt,
            Err(Ended::Interrupted(stop)) => {
                self.found.give_up(&stop);
                return Ok(());
            }
            Err(Ended::Run(_)) => return Err(Rejected),
        };
        if rebuilt > 0 {
            self.stats.rebuilt += rebuilt;
            self.stats.executed += rebuilt;
            if space.fingerprint() != node.print {
                return Err(Rejected);
            }
        }
        self.stats.executed += 1;
        let taken = space.take(choice);
        if let Err(Ended::Interrupted(stop)) = &taken {
            self.found.give_up(stop);
            return Ok(());
        }
        let way = || frontier.path().into_iter().chain([choice]).collect();
        let raced = space.in_step(&mut self.found, &way);
        let outcome = match taken {
            Ok(()) if raced.is_none() => {
                if let Some(recalled) = &recalled
                    && !self.reuse.is_confirmed(recalled, space.fingerprint())
                {
                    return Err(Rejected);
                }
                return self.enter(space, frontier, Some((node, choice)));
            }
            Ok(()) | Err(Ended::Interrupted(_)) => Some(Outcome::default()),
            Err(Ended::Run(end)) => space.at_end(end, &mut self.found, &way),
        };
        let outcome = outcome.map(|mut outcome| {
            outcome.flaws.extend(raced);
            outcome
        });
        self.reuse.flaws.extend(outcome.iter().flat_map(|outcome| &outcome.flaws));
        if let Some(recalled) = &recalled
            && !recalled.is_outcome(outcome.as_ref())
            && !self.found.is_ended()
        {
            return Err(Rejected);
        }
        if let Some(outcome) = outcome.filter(|_| !space.has_noticed()) {
            self.reuse.executed_to_end(space, &node, choice, &outcome);
        }
        space.undo();
        Ok(())
    }

    /// The space has come to a state by a choice, or stands at the first.
    fn enter<S: Judge + Told>(
        &mut self,
        space: &mut S,
        frontier: &mut impl Frontier<S>,
        from: Option<(Node, Choice)>,
    ) -> Result<(), Rejected> {
        let depth = if from.is_some() { frontier.depth() as u64 + 1 } else { 0 };
        let print = space.fingerprint();
        let choice = from.map(|from| from.1);
        if self.reuse.is_planned() && self.is_met(print) {
            if let Some((node, choice)) = from.filter(|_| !space.has_noticed()) {
                let number = self.number_of(print, false);
                self.reuse.executed_to_state(space, &node, choice, number);
            }
            space.undo();
            return Ok(());
        }
        let (is_known, place) = self.is_known(print, depth);
        let (number, is_new) =
            if place.is_some() { (self.number_of(print, true), false) } else { self.meet(print, depth) };
        if let Some((node, choice)) = from.filter(|_| !space.has_noticed()) {
            self.reuse.executed_to_state(space, &node, choice, number);
        }
        // Where a state is known, the plan says whether there is anything to do.
        let is_done = if place.is_some() { is_known } else { !is_new };
        if is_done || self.is_full() {
            space.undo();
            return Ok(());
        }
        if place.is_none() {
            self.stats.states += 1;
        }
        space.show(&mut self.found);
        self.stats.depth = self.stats.depth.max(depth);
        let mut known = None;
        if !self.reuse.is_planned() {
            known = self.reuse.find(print, number);
            if known.is_some_and(|known| self.prunes(known)) {
                space.undo();
                return Ok(());
            }
        }
        let mut choices = std::mem::take(&mut self.reuse.choices);
        space.choices(&mut choices);
        let way = || frontier.path().into_iter().chain(choice).collect();
        let flaws = space.at_state(&mut choices, &mut self.found, &way);
        self.reuse.flaws.extend(&flaws);
        let kind = self.reuse.kind(space, &choices, &flaws);
        self.limit_depth(number, depth, &mut choices);
        if let Some(place) = place {
            known = self.reuse.planned(place, &mut choices);
        }
        let node = Node { number, kind, memo: Known::pack(known), print };
        frontier.enter(space, node, &choices, choice, true);
        self.reuse.choices = choices;
        Ok(())
    }

    /// Choices that would lead too deep are not tried.
    pub fn limit_depth(&mut self, number: u32, depth: u64, choices: &mut Vec<Choice>) {
        if self.options.limits.depth.is_some_and(|limit| depth >= limit) && !choices.is_empty() {
            if self.too_deep.last() != Some(&number) {
                self.too_deep.push(number);
            }
            choices.clear();
        }
    }

    /// Whether something was left out for its depth is told by the depths that states have in the end: whatever the
    /// order, these are the lengths of the shortest ways, since a state that is reached again on a shorter way is gone on
    /// from again. Without states, nobody knows of another way.
    fn judge_depth(&mut self) {
        let Some(limit) = self.options.limits.depth else { return };
        let is_too_deep =
            |number: &u32| self.depths.get(*number as usize).is_none_or(|&depth| u64::from(depth) >= limit);
        if self.too_deep.iter().any(is_too_deep) {
            self.found.cover.is_depth_reached = true;
            self.found.obstacle(Unknown::Depth, "runs longer than --depth".into(), Pos::NONE);
        }
    }

    /// Whether there is no room for one more state.
    pub fn is_full(&mut self) -> bool {
        if self.options.limits.states.is_some_and(|limit| self.stats.states >= limit) {
            self.found.overflow("more states than --max-states");
        } else if self.visited.is_full() {
            self.found.overflow("more states than can be numbered");
        }
        self.found.is_ended()
    }

    /// The number of a state, and whether there is anything to do with it.
    pub fn meet(&mut self, print: u128, depth: u64) -> (u32, bool) {
        if self.options.is_stateless {
            return (0, true);
        }
        let (number, is_new) = self.visited.insert(print);
        if self.options.limits.depth.is_none() {
            return (number, is_new);
        }
        // Reached again on a shorter way, a state may lead to others within the limit.
        let depth = depth as u32;
        if is_new {
            self.depths.push(depth);
            return (number, true);
        }
        let known = &mut self.depths[number as usize];
        let is_shorter = depth < *known;
        *known = depth.min(*known);
        (number, is_shorter)
    }

    /// Whether there is nothing more to do with a state that is reached at this depth.
    pub fn is_done(&self, number: u32, depth: u64) -> bool {
        self.depths.get(number as usize).is_none_or(|&known| u64::from(known) <= depth)
    }

    pub fn report(self) -> Report {
        self.found.report(self.stats)
    }
}

//! The search: one loop, over any space and any frontier.
//!
//! A search tries the choices of the states that its frontier holds. What a choice comes to is a state or an end. A state is
//! claimed, and if it is new it is judged, and its choices go to the frontier. All else is done by others: what is known
//! of the space ([`Recall`]), what is wrong with it ([`Judge`]), the limit to the depth ([`crate::depth`]), the record.

use cfa::source::Pos;
use machine::Stop;
use machine::explore::Choice;
use verdict::Unknown;

use crate::claims::Claims;
use crate::findings::{Findings, Report};
use crate::frontier::{Breadth, Depth, Frontier, Next, Node};
use crate::layer::{NONE, Outcome};
use crate::options::{Options, Order, Stats};
use crate::plan::Walked;
use crate::record::Recorder;
use crate::space::{Came, Ended, Judge, Recall, Rejected, Told};

pub(crate) struct Search<'a> {
    pub options: &'a Options,
    pub claims: Claims,
    pub found: Findings<'a>,
    pub recorder: Option<Recorder<'a>>,
    pub stats: Stats,
    /// The choices of the state that was come to last.
    choices: Vec<Choice>,
}

/// Transitions between two looks at the limits.
const INTERVAL: u64 = 1 << 12;

impl<'a> Search<'a> {
    pub fn new(found: Findings<'a>) -> Search<'a> {
        Search {
            options: found.options,
            claims: Claims::new(found.options),
            found,
            recorder: None,
            stats: Stats::default(),
            choices: Vec::new(),
        }
    }

    pub fn record(&mut self, recorder: Recorder<'a>) {
        self.claims.keep_numbers();
        self.recorder = Some(recorder);
    }

    pub fn run<S: Judge + Recall + Told>(&mut self, space: &mut S) -> Result<(), Rejected> {
        match self.options.order {
            Order::Depth => self.explore(space, &mut Depth::default()),
            Order::Random(seed) => self.explore(space, &mut Depth::shuffled(seed)),
            Order::Breadth => self.explore(space, &mut Breadth::default()),
        }
    }

    fn explore<S: Judge + Recall + Told>(
        &mut self,
        space: &mut S,
        frontier: &mut impl Frontier<S>,
    ) -> Result<(), Rejected> {
        self.arrive(space, frontier, None)?;
        while !self.found.is_over() && !self.is_interrupted(space, frontier) {
            match frontier.next(space) {
                Some(Next::Try(choice)) => {
                    self.step(space, frontier, choice)?;
                    if self.found.is_ended() {
                        // What the choice leads to has not been looked at.
                        frontier.give_back(choice);
                    }
                }
                Some(Next::Done(node)) => self.recorder.iter_mut().for_each(|recorder| recorder.leave(&node)),
                None => {
                    self.judge_depth();
                    break;
                }
            }
        }
        if let Some(recorder) = &mut self.recorder {
            frontier.open().iter().for_each(|node| recorder.cut(node));
        }
        space.sum_up(&mut self.found);
        self.stats.frontier = frontier.unexplored() as u64;
        self.tell(space);
        Ok(())
    }

    /// Tries a choice of the current state.
    fn step<S: Judge + Recall + Told>(
        &mut self,
        space: &mut S,
        frontier: &mut impl Frontier<S>,
        choice: Choice,
    ) -> Result<(), Rejected> {
        self.stats.transitions += 1;
        let Some(node) = frontier.node() else { return Ok(()) };
        let taken = space.take(choice);
        let way = || frontier.path().into_iter().chain([choice]).collect();
        let outcome = match taken {
            Ok(()) if !space.is_step_wrong() => return self.arrive(space, frontier, Some((node, choice))),
            Ok(()) => Some(Outcome::default()),
            Err(Ended::Run(end)) => space.at_end(end, &mut self.found, &way),
            Err(Ended::Known(outcome)) => {
                self.found.ends += u64::from(outcome.is_end);
                self.recorder.iter_mut().for_each(|recorder| recorder.end(space, &node, choice, &outcome));
                return Ok(());
            }
            Err(Ended::Interrupted(stop)) => {
                self.found.give_up(&stop);
                return Ok(());
            }
            Err(Ended::Rejected) => return Err(Rejected),
        };
        let raced = if space.is_step_wrong() { space.in_step(&mut self.found, &way) } else { None };
        let outcome = outcome.map(|mut outcome| {
            outcome.flaws.extend(raced);
            outcome
        });
        if !space.is_expected(outcome.as_ref().map_or(Came::ToNothingSure, Came::To))
            && !self.found.is_ended()
        {
            return Err(Rejected);
        }
        if let Some(outcome) = outcome.filter(|_| !space.has_noticed())
            && let Some(recorder) = &mut self.recorder
        {
            recorder.end(space, &node, choice, &outcome);
        }
        space.undo();
        Ok(())
    }

    /// The space has come to a state by a choice, or stands at the first.
    fn arrive<S: Judge + Recall + Told>(
        &mut self,
        space: &mut S,
        frontier: &mut impl Frontier<S>,
        from: Option<(Node, Choice)>,
    ) -> Result<(), Rejected> {
        if !space.is_expected(Came::ToState) {
            return Err(Rejected);
        }
        let depth = if from.is_some() { frontier.depth() as u64 + 1 } else { 0 };
        let claim = match space.claim(&mut self.claims, depth) {
            Ok(claim) => claim,
            Err(Ended::Interrupted(stop)) => {
                self.found.give_up(&stop);
                return Ok(());
            }
            Err(_) => return Err(Rejected),
        };
        if let Some(walked) = &claim.walked {
            self.take_in(walked, depth);
        }
        if let Some((node, choice)) = from
            && let Some(recorder) = &mut self.recorder
            && !space.has_noticed()
        {
            recorder.edge(space, &node, choice, claim.number);
        }
        if !claim.is_new || self.is_full() {
            space.undo();
            return Ok(());
        }
        self.claims.states += u64::from(!claim.is_counted);
        self.stats.depth = self.stats.depth.max(depth);
        space.show(&mut self.found);
        if claim.is_pruned {
            self.stats.pruned += 1;
            space.undo();
            return Ok(());
        }
        // Races are told by what all threads are about to do, and a record holds all choices: so nothing is filtered before.
        let (mut choices, choice) = (std::mem::take(&mut self.choices), from.map(|from| from.1));
        space.choices(&mut choices);
        let way = || frontier.path().into_iter().chain(choice).collect();
        let flaws = space.at_state(&mut choices, &mut self.found, &way);
        let kind = self.recorder.as_mut().map_or(NONE, |recorder| recorder.kind(space, &choices, &flaws));
        self.claims.bound.filter(claim.number, depth, &mut choices);
        space.narrow(&mut choices);
        let node = Node { number: claim.number, kind, known: claim.known };
        frontier.enter(space, node, &choices, choice);
        self.choices = choices;
        Ok(())
    }

    /// Whether there is no room for one more state.
    fn is_full(&mut self) -> bool {
        if let Some(message) = self.claims.overflow() {
            self.found.overflow(message);
        }
        self.found.is_ended()
    }

    /// Counts known states that were walked from a state of this depth.
    fn take_in(&mut self, walked: &Walked, depth: u64) {
        self.found.ends += walked.ends;
        self.stats.transitions += walked.transitions;
        self.stats.pruned += walked.pruned;
        self.stats.depth = self.stats.depth.max(depth + walked.depth);
        self.is_full();
    }

    /// Whether something was left out for its depth is known when the search has come to its end.
    fn judge_depth(&mut self) {
        if self.claims.bound.has_cut() {
            self.found.cover.is_depth_reached = true;
            self.found.obstacle(Unknown::Depth, "runs longer than --depth".into(), Pos::NONE);
        }
    }

    /// Looks at the limits every now and then, or as soon as somebody asks for that.
    fn is_interrupted<S: Judge + Recall>(&mut self, space: &S, frontier: &impl Frontier<S>) -> bool {
        let brake = &self.options.machine.brake;
        if !brake.is_touched() && !self.stats.transitions.is_multiple_of(INTERVAL) {
            return false;
        }
        brake.answer();
        self.stats.frontier = frontier.len() as u64;
        self.tell(space);
        self.recorder.iter_mut().for_each(|recorder| recorder.flush(&self.claims.visited));
        let is_interrupted = brake.is_pulled() || self.options.limits.reached().is_some();
        if is_interrupted {
            self.found.give_up(&Stop::Cancelled);
        }
        is_interrupted
    }

    /// Says how far the search has come.
    fn tell<S: Judge + Recall>(&mut self, space: &S) {
        let (executed, rebuilt) = space.executed();
        let stats = &mut self.stats;
        (stats.states, stats.ends, stats.steps) = (self.claims.states, self.found.ends, space.steps());
        (stats.executed, stats.rebuilt) = (executed, rebuilt);
        stats.reused = stats.transitions.saturating_sub(executed - rebuilt);
        stats.visited_bytes = self.claims.visited.bytes() as u64;
        self.found.observer.progress(&self.stats);
    }

    pub fn report(self) -> Report {
        self.found.report(self.stats)
    }
}

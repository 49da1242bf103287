//! The search: one loop, over any space and any frontier.
//!
//! A worker tries the choices of the states that its frontier holds. What a choice comes to is a state or an end. A state is
//! claimed, and if it is new it is judged, and its choices go to the frontier. All else is done by others: what is known
//! of the space ([`Recall`]), what is wrong with it ([`Judge`]), which choices are left out ([`crate::depth`],
//! [`crate::ranged`]), the record.

use cfa::source::Pos;
use machine::Stop;
use machine::explore::Choice;
use verdict::Unknown;

use crate::crew::Duty;
use crate::findings::{Findings, Report};
use crate::frontier::{Breadth, Depth, Frontier, Next, Node};
use crate::layer::Outcome;
use crate::near::Near;
use crate::options::{Order, Stats};
use crate::path::Impossible;
use crate::plan::Walked;
use crate::portion::Untried;
use crate::ranged::Ranged;
use crate::recorder::{Entry, Recorder};
use crate::shared::Shared;
use crate::space::{Came, Ended, Judge, Recall, Rejected, Space, Told};

pub(crate) struct Search<'a> {
    pub shared: Shared<'a>,
    pub recorder: Option<Recorder<'a>>,
    pub stats: Stats,
}

impl<'a> Search<'a> {
    pub fn new(found: Findings<'a>) -> Search<'a> {
        Search { shared: Shared::new(found), recorder: None, stats: Stats::default() }
    }

    pub fn record(&mut self, recorder: Recorder<'a>) {
        self.shared.claims.keep_numbers();
        self.recorder = Some(recorder);
    }

    /// Leaves out what is not in the range, if there is one. The space stands at the first state.
    pub fn limit(&mut self, space: &mut impl Space) -> Result<(), Impossible> {
        let Some(range) = &self.shared.options.range else { return Ok(()) };
        match Ranged::new(range, space) {
            Ok(range) => self.shared.claims.limit_to(range),
            Err(Impossible::Interrupted(stop)) => self.shared.found.give_up(&stop),
            Err(impossible) => {
                self.shared.found.obstacle(Unknown::NotChecked, impossible.to_string(), Pos::NONE);
                return Err(impossible);
            }
        }
        Ok(())
    }

    pub fn run<S: Judge + Recall + Told>(&mut self, space: &mut S) -> Result<(), Rejected> {
        self.run_as(space, None)
    }

    /// Explores as one of several workers.
    pub fn run_beside<S: Judge + Recall + Told>(
        &mut self,
        space: &mut S,
        duty: Duty<'_>,
    ) -> Result<(), Rejected> {
        self.run_as(space, Some(duty))
    }

    fn run_as<S: Judge + Recall + Told>(
        &mut self,
        space: &mut S,
        duty: Option<Duty<'_>>,
    ) -> Result<(), Rejected> {
        match self.shared.options.order {
            Order::Depth | Order::Mixed => self.work(space, Depth::default(), duty),
            Order::Random(seed) => self.work(space, Depth::shuffled(seed), duty),
            Order::Breadth => self.work(space, Breadth::default(), duty),
        }
    }

    fn work<S: Judge + Recall + Told>(
        &mut self,
        space: &mut S,
        frontier: impl Frontier<S>,
        duty: Option<Duty<'_>>,
    ) -> Result<(), Rejected> {
        let Search { shared, recorder, stats } = self;
        let recorder = recorder.as_mut();
        Worker { shared, recorder, stats, space, frontier, duty, choices: Vec::new() }.explore()
    }

    /// Whether it is known what is to be shown, in whatever order the search went.
    pub fn is_settled(&mut self) -> bool {
        let Shared { near: Some(near), found, .. } = &mut self.shared else { return false };
        if !found.options.is_any
            && let Some(violation) = found.violations.iter().min_by_key(|it| it.path.len())
        {
            near.look(Some(violation.path.len() as u64));
        }
        near.has_found()
    }

    pub fn report(mut self) -> Report {
        self.is_settled();
        match self.shared.near.take().and_then(Near::into_report) {
            Some(report) => Report { stats: report.stats.after(self.stats), ..report },
            None => self.shared.report(self.stats),
        }
    }
}

struct Worker<'w, 'a, S, F> {
    shared: &'w mut Shared<'a>,
    recorder: Option<&'w mut Recorder<'a>>,
    stats: &'w mut Stats,
    space: &'w mut S,
    frontier: F,
    /// What it has to do beside other workers, if there are some.
    duty: Option<Duty<'w>>,
    /// The choices of the state that was come to last.
    choices: Vec<Choice>,
}

/// Transitions between two looks at the limits. Graphs of tests are small.
const INTERVAL: u64 = if cfg!(test) { 16 } else { 1 << 12 };

impl<S: Judge + Recall + Told, F: Frontier<S>> Worker<'_, '_, S, F> {
    fn explore(mut self) -> Result<(), Rejected> {
        if self.duty.is_none() {
            self.arrive(None)?;
        }
        while !self.shared.found.is_over() && !self.is_interrupted() {
            match self.frontier.next(self.space) {
                Some(Next::Try(choice)) => {
                    self.step(choice)?;
                    if self.shared.found.is_ended() {
                        // What the choice leads to has not been looked at.
                        self.frontier.give_back(choice);
                    }
                }
                Some(Next::Done(node)) => self.leave(&node),
                None if self.duty.is_some() => {
                    if !self.take_over()? {
                        break;
                    }
                }
                None => {
                    self.shared.judge_depth();
                    break;
                }
            }
        }
        if let Some(recorder) = &mut self.recorder {
            self.frontier.open().iter().for_each(|node| recorder.cut(node));
        }
        if self.shared.budget.is_some() {
            self.shared.untried = Untried { path: self.frontier.path(), left: self.frontier.untried() };
        }
        self.space.sum_up(&mut self.shared.found);
        self.stats.frontier = self.frontier.unexplored() as u64;
        self.tell();
        Ok(())
    }

    /// Nothing is left of what this worker had: takes over what another gives away. Whether the work goes on.
    fn take_over(&mut self) -> Result<bool, Rejected> {
        let Some(duty) = &mut self.duty else { return Ok(false) };
        let Some(mut job) = duty.next(self.stats) else { return Ok(false) };
        let node = job.node();
        if let Some(recorder) = &mut self.recorder {
            recorder.take_over(std::mem::take(&mut job.edges));
        }
        let before = self.space.executed();
        match self.frontier.take_over(self.space, job) {
            Ok(()) => {
                let (executed, rebuilt) = self.space.executed();
                duty.rebuilt += (executed - before.0) - (rebuilt - before.1);
            }
            Err(Ended::Interrupted(stop)) => {
                self.shared.found.give_up(&stop);
                return Ok(true);
            }
            Err(_) => return Err(Rejected),
        }
        let is_there = |node: Node| self.shared.claims.is(self.space.fingerprint(), node.number);
        if node.is_some_and(is_there) { Ok(true) } else { Err(Rejected) }
    }

    /// All choices of a state have been tried that were to be.
    fn leave(&mut self, node: &Node) {
        if let Some(recorder) = &mut self.recorder {
            if node.is_partial { recorder.cut(node) } else { recorder.leave(node) }
        }
    }

    /// Tries a choice of the current state.
    fn step(&mut self, choice: Choice) -> Result<(), Rejected> {
        self.stats.transitions += 1;
        let Some(node) = self.frontier.node() else { return Ok(()) };
        let taken = self.space.take(choice);
        let way = || self.frontier.path().into_iter().chain([choice]).collect();
        let mut outcome = match taken {
            Ok(()) if !self.space.is_step_wrong() => return self.arrive(Some((node, choice))),
            Ok(()) => Some(Outcome::default()),
            Err(Ended::Run(end)) => self.space.at_end(end, &mut self.shared.found, &way),
            Err(Ended::Known(outcome)) => {
                self.shared.found.ends += u64::from(outcome.is_end);
                self.recorder.iter_mut().for_each(|it| it.end(self.space, &node, choice, &outcome));
                return Ok(());
            }
            Err(Ended::Interrupted(stop)) => {
                self.shared.found.give_up(&stop);
                return Ok(());
            }
            Err(Ended::Rejected) => return Err(Rejected),
        };
        if self.space.is_step_wrong() {
            let flaw = self.space.in_step(&mut self.shared.found, &way);
            outcome.iter_mut().for_each(|outcome| outcome.flaws.extend(flaw));
        }
        let is_expected = self.space.is_expected(outcome.as_ref().map_or(Came::ToNothingSure, Came::To));
        if !is_expected && !self.shared.found.is_ended() {
            return Err(Rejected);
        }
        if let Some(outcome) = outcome.filter(|_| !self.space.has_noticed())
            && let Some(recorder) = &mut self.recorder
        {
            recorder.end(self.space, &node, choice, &outcome);
        }
        self.space.undo();
        Ok(())
    }

    /// The space has come to a state by a choice, or stands at the first.
    fn arrive(&mut self, from: Option<(Node, Choice)>) -> Result<(), Rejected> {
        if !self.space.is_expected(Came::ToState) {
            return Err(Rejected);
        }
        let depth = if from.is_some() { self.frontier.depth() as u64 + 1 } else { 0 };
        let ways = self.shared.claims.come(from.map(|(node, choice)| (node.ways, choice)), depth);
        let claim = match self.space.claim(&mut self.shared.claims, depth) {
            Ok(claim) => claim,
            Err(Ended::Interrupted(stop)) => {
                self.shared.found.give_up(&stop);
                return Ok(());
            }
            Err(_) => return Err(Rejected),
        };
        if let Some(walked) = &claim.walked {
            self.take_in(walked, depth);
        }
        if let Some((node, choice)) = from
            && let Some(recorder) = &mut self.recorder
            && !self.space.has_noticed()
        {
            recorder.edge(self.space, &node, choice, claim.number);
        }
        let is_counted = claim.is_counted || self.shared.claims.is_again;
        let is_full = if is_counted { self.shared.found.is_ended() } else { self.shared.is_full() };
        if !claim.is_new || is_full {
            self.space.undo();
            return Ok(());
        }
        self.shared.claims.states += u64::from(!is_counted);
        self.stats.depth = self.stats.depth.max(depth);
        self.space.show(&mut self.shared.found);
        if claim.is_pruned {
            self.stats.pruned += 1;
            self.space.undo();
            return Ok(());
        }
        // Races are told by what all threads are about to do, and a record holds all choices: so nothing is filtered before.
        let choice = from.map(|from| from.1);
        let way = || self.frontier.path().into_iter().chain(choice).collect();
        self.space.choices(&mut self.choices);
        let flaws = self.space.at_state(&mut self.choices, &mut self.shared.found, &way);
        let entry =
            self.recorder.as_mut().map_or(Entry::NOBODY, |it| it.enter(self.space, &self.choices, &flaws));
        let is_partial = self.shared.claims.filter(claim.number, depth, &mut self.choices);
        self.space.narrow(&mut self.choices);
        let node = Node { number: claim.number, entry, known: claim.known, ways, is_partial };
        self.frontier.enter(self.space, node, &self.choices, choice);
        Ok(())
    }

    /// Counts known states that were walked from a state of this depth.
    fn take_in(&mut self, walked: &Walked, depth: u64) {
        self.shared.found.ends += walked.ends;
        self.stats.transitions += walked.transitions;
        self.stats.pruned += walked.pruned;
        self.stats.depth = self.stats.depth.max(depth + walked.depth);
        self.shared.is_full();
    }

    /// Looks at the limits every now and then, or as soon as somebody asks for that.
    fn is_interrupted(&mut self) -> bool {
        if let Some(duty) = &mut self.duty
            && duty.attend(self.stats.transitions, &mut self.frontier, self.recorder.as_deref_mut())
        {
            return true;
        }
        if self.shared.is_used_up(self.stats.transitions) {
            return true;
        }
        let brake = &self.shared.options.machine.brake;
        if !brake.is_touched() && !self.stats.transitions.is_multiple_of(INTERVAL) {
            return false;
        }
        brake.answer();
        if self.shared.looks_around(self.space.executed().0) {
            return true;
        }
        self.stats.frontier = self.frontier.len() as u64;
        self.tell();
        match (&mut self.duty, &mut self.recorder) {
            (Some(duty), Some(recorder)) => duty.deliver(recorder),
            (None, Some(recorder)) => recorder.flush(|first| self.shared.claims.visited.prints_from(first)),
            (_, None) => {}
        }
        let is_interrupted = brake.is_pulled() || self.shared.options.limits.reached().is_some();
        if is_interrupted {
            self.shared.found.give_up(&Stop::Cancelled);
        }
        is_interrupted || self.hands_over()
    }

    /// Hands everything over, if there are others to come.
    fn hands_over(&mut self) -> bool {
        if self.shared.is_helped()
            && let Some(mut job) = self.frontier.hand_over(self.space)
        {
            job.edges = self.recorder.as_mut().map_or(Vec::new(), |recorder| recorder.give(job.nodes()));
            self.shared.handed = Some(job);
            return true;
        }
        false
    }

    /// Says how far the search has come.
    fn tell(&mut self) {
        let (Shared { claims, found, .. }, stats) = (&mut *self.shared, &mut *self.stats);
        (stats.states, stats.ends, stats.steps) = (claims.states, found.ends, self.space.steps());
        (stats.decisions, stats.queries) = self.space.asked();
        (stats.executed, stats.rebuilt) = self.space.executed();
        stats.rebuilt += self.duty.as_ref().map_or(0, |duty| duty.rebuilt);
        stats.reused = stats.transitions.saturating_sub(stats.executed - stats.rebuilt);
        stats.visited_bytes = claims.bytes() as u64;
        match &self.duty {
            Some(duty) => duty.tell(stats),
            None => found.observer.progress(stats),
        }
    }
}

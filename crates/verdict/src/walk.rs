//! A path that somebody makes up, choice by choice: where it leads, and the ways to go on from there.
//!
//! A walk is nothing but its choices. Where it leads is found out by making them again on a fresh machine, so that to go back
//! is a shorter walk, and nothing has to be undone or kept.

use std::cell::RefCell;
use std::rc::Rc;

use cfa::Program;
use cfa::source::Pos;
use machine::exec::{Image, Machine};
use machine::explore::{self, Choice, Pending};
use machine::trace::{Event, Tracer};
use machine::{Fault, Stop};

use crate::replay::{End, call_stack, come_to};
use crate::{Properties, Property};

/// Options that are looked through for one that yields a value, if it cannot be computed: those of a character.
const PROBED: u32 = 256;

/// Why a walk leads nowhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Astray {
    /// The program cannot be begun.
    Start(Stop),
    /// After so many choices the next one could not be made.
    NoSuchChoice { after: usize },
    /// After so many choices the run had come to its end.
    Over { after: usize, stop: Stop },
    /// Somebody stopped it, or it would have taken too much memory.
    Stopped(Stop),
}

/// Something wrong where a walk has come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    pub property: Property,
    pub fault: Fault,
    pub thread: usize,
    /// Innermost call first.
    pub call_stack: Vec<(String, Pos)>,
}

/// A thread, and how it can go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    pub thread: usize,
    pub name: String,
    /// Innermost call first.
    pub call_stack: Vec<(String, Pos)>,
    pub has_ended: bool,
    /// What it waits for, if it cannot go on.
    pub waits_for: Option<String>,
    /// What it does to memory that others can reach.
    pub about_to: Option<String>,
    /// In how many ways it can go on.
    pub options: u32,
    /// Some of them, each with what it decides, where the source does not tell.
    pub ways: Vec<(u32, Option<String>)>,
}

/// Where a walk has come to.
pub struct Stand<'m, 'i> {
    machine: &'m mut Machine<'i>,
    taken: Result<(), Stop>,
    is_given: bool,
}

/// Makes the choices of a path, and looks at where it leads. `before` is told each choice before it is made. The brake of the
/// options stops it.
pub fn walk<T>(
    program: &Program,
    options: &explore::Options,
    path: &[Choice],
    tracer: Option<Tracer>,
    mut before: impl FnMut(Choice, &Machine<'_>),
    look: impl FnOnce(&mut Stand<'_, '_>) -> T,
) -> Result<T, Astray> {
    let (image, memory) = Image::braked(program, options.brake.clone()).map_err(start)?;
    let mut machine = Machine::explore(&image, memory, options.clone()).map_err(start)?;
    if let Some(tracer) = tracer {
        machine.trace(tracer);
    }
    let (mut taken, mut choices) = (Ok(()), Vec::new());
    for (after, &choice) in path.iter().enumerate() {
        if let Err(stop) = taken {
            return Err(Astray::Over { after, stop });
        }
        machine.choices(&mut choices);
        if !choices.contains(&choice) {
            return Err(Astray::NoSuchChoice { after });
        }
        before(choice, &machine);
        taken = machine.take(choice);
        if let Err(stop @ (Stop::Cancelled | Stop::OutOfMemory)) = taken {
            return Err(Astray::Stopped(stop));
        }
    }
    machine.trace_state(None);
    // What is tried out from here on is no part of the walk.
    machine.trace(Box::new(|_| {}));
    Ok(look(&mut Stand { machine: &mut machine, taken, is_given: options.given.is_some() }))
}

fn start(stop: Stop) -> Astray {
    match stop {
        Stop::Cancelled | Stop::OutOfMemory => Astray::Stopped(stop),
        stop => Astray::Start(stop),
    }
}

impl Stand<'_, '_> {
    pub fn machine(&self) -> &Machine<'_> {
        self.machine
    }

    /// How the run ended with the last choice, if it did.
    pub fn stop(&self) -> Option<&Stop> {
        self.taken.as_ref().err()
    }

    /// What is wrong here, as far as these properties go.
    pub fn wrong(&mut self, properties: Properties) -> Vec<Wrong> {
        let fault_of = match &self.taken {
            Err(Stop::Fault(fault)) => Some(Property::violated_by(fault.kind)),
            _ => None,
        };
        let asked = properties.iter().filter(|property| fault_of.is_none_or(|it| it == *property));
        let mut found = Vec::new();
        for property in asked {
            if let End::Fault { fault, thread, call_stack } =
                come_to(self.machine, property, self.taken.clone())
            {
                found.push(Wrong { property, fault, thread, call_stack });
            }
        }
        found
    }

    /// The threads, each with its ways to go on, at most `most` from `first` on. Nothing goes on after the end of a run.
    pub fn turns(&mut self, first: u32, most: u32) -> Vec<Turn> {
        let mut choices = Vec::new();
        if self.taken.is_ok() {
            self.machine.choices(&mut choices);
        }
        (0..self.machine.thread_count()).map(|thread| self.turn(thread, &choices, first, most)).collect()
    }

    fn turn(&mut self, thread: usize, choices: &[Choice], first: u32, most: u32) -> Turn {
        let own = choices.iter().filter(|choice| choice.thread as usize == thread);
        let own: Vec<Choice> = own.copied().collect();
        let listed: Vec<Choice> = match self.is_given && !own.is_empty() {
            // There is nothing to choose but who goes on.
            true => vec![Choice {
                thread: thread as u32,
                option: self.machine.given_option(thread as u32).unwrap_or(0),
            }],
            false => own.iter().skip(first as usize).take(most as usize).copied().collect(),
        };
        let options = if self.is_given { listed.len() } else { own.len() } as u32;
        let ways = listed.iter().map(|&choice| (choice.option, self.decides(choice))).collect();
        let machine = &*self.machine;
        let has_ended = matches!(machine.pending(thread), Pending::Ended { .. });
        let is_waiting = !has_ended && machine.is_blocked(thread);
        let access = machine.pending(thread).access().filter(|_| options > 0);
        Turn {
            thread,
            name: machine.thread_name(thread),
            call_stack: call_stack(machine, thread),
            has_ended,
            waits_for: machine.waits_for(thread).filter(|_| is_waiting),
            about_to: access.map(|access| machine.describe_pending(thread, &access)),
            options,
            ways,
        }
    }

    fn decides(&mut self, choice: Choice) -> Option<String> {
        self.machine.describe(choice).or_else(|| {
            let (function, value, character) = self.input(choice)?;
            let character = character.map_or(String::new(), |it| format!(" {it}"));
            Some(format!("{function}() is {value}{character}"))
        })
    }

    /// The option with which a thread that is about to choose gets a value, if there is one.
    pub fn option_of(&mut self, thread: u32, value: i128) -> Option<u32> {
        if self.taken.is_err() || thread as usize >= self.machine.thread_count() {
            return None;
        }
        let Pending::Choose(count) = self.machine.pending(thread as usize) else { return None };
        let mut yields = |option: u32| match option < count {
            true => self.input(Choice { thread, option }).map(|(_, value, _)| value),
            // Nothing can be made of an option that there is not.
            false => None,
        };
        // Of one range the least comes first; of several, and of characters, the order is another.
        let first = yields(0)?;
        let guess = value.checked_sub(first).and_then(|option| u32::try_from(option).ok());
        if let Some(option) = guess.filter(|&option| yields(option) == Some(value)) {
            return Some(option);
        }
        if count <= PROBED {
            return (0..count).find(|&option| yields(option) == Some(value));
        }
        let chosen = |option: u32| self.machine.chosen(Choice { thread, option });
        (0..count).find(|&option| chosen(option) == Some(value as u64))
    }

    /// The input that comes of a choice, where a thread is about to choose one.
    fn input(&mut self, choice: Choice) -> Option<(String, i128, Option<String>)> {
        if self.is_given || !matches!(self.machine.pending(choice.thread as usize), Pending::Choose(_)) {
            return None;
        }
        let found = Rc::new(RefCell::new(None));
        let seen = found.clone();
        self.machine.trace(Box::new(move |event| {
            if let Event::Input { function, value, character, .. } = event {
                seen.borrow_mut().get_or_insert_with(|| (function.to_string(), *value, character.clone()));
            }
        }));
        // However it ends, it is taken back.
        let _ = self.machine.take(choice);
        self.machine.undo();
        self.machine.trace(Box::new(|_| {}));
        found.take()
    }
}

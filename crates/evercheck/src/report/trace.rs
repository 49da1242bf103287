//! A counterexample as its source shows it: one step a line reached, with what was chosen, read and assigned there.

use rustc_hash::FxHashMap as HashMap;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;

use cfa::Program;
use cfa::source::Pos;
use machine::Stop;
use machine::exec::Machine;
use machine::explore::{self, Choice};
use machine::trace::{Event, Shown, Tracer};
use serde::{Deserialize, Serialize};
use verdict::Property;
use verdict::replay::{Replayed, call_stack, replay};
use verdict::walk::{Astray, Stand, walk};

use super::Files;
use super::film::{self, Camera, Film};
use crate::header;
use crate::source_text::SourceText;

/// Steps kept at either end of a long trace.
const FIRST: usize = 40;
const LAST: usize = 60;
/// What is kept at either end of a long step.
pub const HAPPENINGS: usize = 8;

/// Static objects that nothing has happened to, in the film of a path that somebody made up.
const IDLE: usize = 256;

/// What marks a value that the program does not determine.
const OUTSIDE: &str = " (from outside)";

/// How much of a long trace is kept. Choices are kept in any case, since nobody can reconstruct them: inputs, turns of
/// another thread, and what else the source does not tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    Abridged,
    /// All steps of the program's own.
    Whole,
    /// Those of the header's functions, too.
    Full,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Trace {
    /// Those that are kept, in order.
    pub steps: Vec<Step>,
    /// How many there are in all.
    pub len: usize,
    /// The function that each thread began with.
    pub threads: Vec<String>,
    /// The values of inputs, in order.
    pub inputs: Vec<(String, i128)>,
    /// The undefined functions that returned something, in order.
    pub undefined: Vec<String>,
    /// Whether some allocation failed by choice.
    pub has_failed_allocation: bool,
    /// It depends on which of two objects lies lower.
    #[serde(default)]
    pub has_order: bool,
    /// Whether memory, or a variable before it was set, had a value from outside.
    pub is_set_outside: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    /// From 1 on, those that are left out included.
    pub number: usize,
    pub thread: usize,
    pub function: String,
    pub file: String,
    pub line: u32,
    pub source: String,
    pub events: Vec<Happening>,
    /// Events of the step beyond those, behind the first [`HAPPENINGS`].
    #[serde(default, skip_serializing_if = "is_zero")]
    pub events_omitted: usize,
    /// Calls of the thread that have not returned.
    pub depth: usize,
    /// Choices that were made by the end of it.
    #[serde(skip)]
    pub choices: usize,
    /// Another thread had its turn before.
    #[serde(skip)]
    is_switch: bool,
    /// Where the thread went on that had waited there: what it waited for is done.
    #[serde(skip)]
    done: Option<Pos>,
}

impl Step {
    fn is_choice(&self) -> bool {
        self.is_switch || self.events.iter().any(Happening::is_choice)
    }
}

fn is_false(truth: &bool) -> bool {
    !truth
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Happening {
    Input {
        function: String,
        #[serde(flatten)]
        value: Shown,
        /// The function is not defined: its result is made up.
        #[serde(default, skip_serializing_if = "is_false")]
        is_undefined: bool,
    },
    Choice {
        text: String,
    },
    Call {
        function: String,
        arguments: String,
    },
    Read {
        name: String,
        #[serde(flatten)]
        value: Shown,
    },
    /// What the program has not set.
    Outside {
        name: String,
        #[serde(flatten)]
        value: Shown,
    },
    Assign {
        name: String,
        #[serde(flatten)]
        value: Shown,
    },
}

impl Happening {
    /// Whether it could have been otherwise, whatever the program did before.
    fn is_choice(&self) -> bool {
        matches!(self, Happening::Input { .. } | Happening::Choice { .. } | Happening::Outside { .. })
    }

    pub fn text(&self) -> String {
        match self {
            Happening::Input { function, value, is_undefined } => {
                let mark = if *is_undefined { OUTSIDE } else { "" };
                format!("{function}() is {value}{mark}")
            }
            Happening::Choice { text } => text.clone(),
            Happening::Call { function, arguments } => format!("calls {function}({arguments})"),
            Happening::Read { name, value } => format!("reads {name}: {value}"),
            Happening::Outside { name, value } => format!("{name} is {value}{OUTSIDE}"),
            Happening::Assign { name, value } => format!("{name} = {value}"),
        }
    }
}

impl Trace {
    pub fn thread_name(&self, thread: usize) -> String {
        match self.threads.get(thread).filter(|name| !name.is_empty()) {
            Some(name) => format!("thread {thread} ({name})"),
            None => format!("thread {thread}"),
        }
    }
}

/// Replays a path on a fresh machine, and tells what happens, with lines of the source, whose relative names are of `root`.
pub fn record(
    program: &Program,
    root: &Path,
    options: &explore::Options,
    property: Property,
    path: &[Choice],
    length: Length,
) -> (Replayed, Trace) {
    let recorder = Rc::new(RefCell::new(Recorder::new(program, root, length)));
    let (told, asked) = (recorder.clone(), recorder.clone());
    let tracer = Box::new(move |event: &Event<'_>| told.borrow_mut().event(event));
    let replayed = replay(program, options, property, path, tracer, |choice, machine| {
        asked.borrow_mut().choice(machine.describe(choice));
    });
    let trace = recorder.borrow_mut().finish();
    (replayed, trace)
}

/// The same with all that memory holds, at each of the last steps of a trace that is so long.
pub fn film(
    program: &Program,
    root: &Path,
    options: &explore::Options,
    (property, path): (Property, &[Choice]),
    len: usize,
) -> Film {
    let shot = Shot::new(program, root, Length::Whole, len.saturating_sub(film::STEPS)..usize::MAX);
    replay(program, options, property, path, shot.tracer(), shot.before());
    shot.finish(program, 0)
}

/// A film of a path that somebody made up, with its last steps, and what `look` finds where it leads. A path without a step has
/// one before the first, at which everything is as it is in the beginning.
pub fn walked<T>(
    program: &Program,
    root: &Path,
    options: &explore::Options,
    path: &[Choice],
    most: usize,
    look: impl FnOnce(&mut Stand<'_, '_>) -> T,
) -> Result<(Film, T), Astray> {
    // Few steps are filmed as they come. Of many, it has to be known first how many there are.
    let shot = Shot::new(program, root, Length::Whole, 0..most);
    let mut look = Some(look);
    let seen = walk(program, options, path, Some(shot.tracer()), shot.before(), |stand| {
        let len = shot.len();
        if len == 0 {
            shot.begin(stand);
        }
        look.take_if(|_| len <= most).map(|look| look(stand))
    })?;
    if let Some(seen) = seen {
        return Ok((shot.finish(program, IDLE), seen));
    }
    let len = shot.len();
    drop(shot);
    let shot = Shot::new(program, root, Length::Whole, len - most..len);
    let look = |stand: &mut Stand<'_, '_>| look.take().map(|look| look(stand));
    let seen = walk(program, options, path, Some(shot.tracer()), shot.before(), look)?;
    // It was not called before, and is once.
    let seen = seen.ok_or(Astray::Stopped(Stop::Cancelled))?;
    Ok((shot.finish(program, IDLE), seen))
}

/// A replay of which some steps are filmed.
struct Shot(Rc<RefCell<(Recorder, Camera)>>, Range<usize>);

impl Shot {
    fn new(program: &Program, root: &Path, length: Length, steps: Range<usize>) -> Shot {
        let recorder = Recorder::new(program, root, length);
        Shot(Rc::new(RefCell::new((recorder, Camera::default()))), steps)
    }

    /// The steps so far.
    fn len(&self) -> usize {
        self.0.borrow().0.len
    }

    fn tracer(&self) -> Tracer {
        let (told, steps) = (self.0.clone(), self.1.clone());
        Box::new(move |event: &Event<'_>| {
            let (recorder, camera) = &mut *told.borrow_mut();
            match event {
                Event::State { machine, on_its_way } if recorder.len > steps.start => {
                    if recorder.len <= steps.end {
                        camera.look(recorder.len - 1 - steps.start, machine.picture(*on_its_way));
                    }
                }
                event => recorder.event(event),
            }
        })
    }

    fn before(&self) -> impl FnMut(Choice, &Machine<'_>) + use<> {
        let asked = self.0.clone();
        move |choice, machine| asked.borrow_mut().0.choice(machine.describe(choice))
    }

    /// A step before the first.
    fn begin(&self, stand: &Stand<'_, '_>) {
        let (recorder, camera) = &mut *self.0.borrow_mut();
        if let Some((function, pos)) = call_stack(stand.machine(), 0).first() {
            recorder.line(0, function, *pos, 0);
            recorder.current().into_iter().for_each(|step| step.number = 0);
            camera.look(0, stand.machine().picture(None));
        }
    }

    /// With so many static objects that nothing has happened to.
    fn finish(self, program: &Program, idle: usize) -> Film {
        let (recorder, camera) = &mut *self.0.borrow_mut();
        let mut trace = recorder.finish();
        trace.steps.drain(..self.1.start.min(trace.steps.len()));
        std::mem::take(camera).finish(&Files::of(program), trace, idle)
    }
}

/// Puts events together to steps, and keeps as many as are wanted.
struct Recorder {
    files: Vec<String>,
    texts: SourceText,
    length: Length,
    kept: Vec<Step>,
    /// The last ones so far, of which it is not decided yet which are kept.
    last: VecDeque<Step>,
    len: usize,
    /// Choices so far.
    choices: usize,
    /// Told before the line is reached that it belongs to.
    waiting: Vec<Happening>,
    threads: Vec<String>,
    inputs: Vec<(String, i128)>,
    undefined: Vec<String>,
    /// In the header's functions, what they do belongs to the line that calls them.
    is_in_header: bool,
    /// Where each thread waited last.
    waited: HashMap<usize, Pos>,
    has_failed_allocation: bool,
    has_order: bool,
    is_set_outside: bool,
}

impl Recorder {
    fn new(program: &Program, root: &Path, length: Length) -> Recorder {
        Recorder {
            files: program.files.clone(),
            texts: SourceText::of(program, root),
            length,
            kept: Vec::new(),
            last: VecDeque::new(),
            len: 0,
            choices: 0,
            waiting: Vec::new(),
            threads: Vec::new(),
            inputs: Vec::new(),
            undefined: Vec::new(),
            is_in_header: false,
            waited: HashMap::default(),
            has_failed_allocation: false,
            has_order: false,
            is_set_outside: false,
        }
    }

    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Line { thread, function, pos, depth } => self.line(*thread, function, *pos, *depth),
            Event::Waits { thread, pos } => self.wait(*thread, *pos),
            // Their own variables are nobody's business.
            Event::Assigned { name, .. } if self.is_in_header && !name.contains("::") => {}
            Event::Assigned { name, value } => {
                self.happen(Happening::Assign { name: name.clone(), value: value.clone() });
            }
            Event::Read { name, value } => {
                self.happen(Happening::Read { name: name.clone(), value: value.clone() });
            }
            Event::Outside { name, value } => {
                self.is_set_outside = true;
                name.strip_suffix("()").into_iter().for_each(|function| self.make_up(function));
                self.happen(Happening::Outside { name: name.clone(), value: value.clone() });
            }
            Event::Called { function, arguments } => {
                let arguments: Vec<_> =
                    arguments.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                self.happen(Happening::Call {
                    function: function.to_string(),
                    arguments: arguments.join(", "),
                });
            }
            Event::Input { function, value, character, is_defined } => {
                if !is_defined {
                    self.make_up(function);
                }
                self.inputs.push((function.to_string(), *value));
                let value = Shown { value: value.to_string(), character: character.clone() };
                let function = function.to_string();
                self.happen(Happening::Input { function, value, is_undefined: !is_defined });
            }
            Event::State { .. } => {}
        }
    }

    /// An undefined function returned something.
    fn make_up(&mut self, function: &str) {
        if !self.undefined.iter().any(|it| it == function) {
            self.undefined.push(function.to_string());
        }
    }

    fn choice(&mut self, text: Option<String>) {
        self.choices += 1;
        if let Some(text) = text {
            self.has_failed_allocation |= text.contains("allocation fails");
            self.has_order |= text.contains("lies below");
            self.waiting.push(Happening::Choice { text });
        }
    }

    fn line(&mut self, thread: usize, function: &str, pos: Pos, depth: usize) {
        if self.threads.len() <= thread {
            self.threads.resize(thread + 1, String::new());
        }
        if self.threads[thread].is_empty() && depth == 0 {
            self.threads[thread] = function.to_string();
        }
        let file = self.files.get(pos.file.0 as usize).cloned().unwrap_or_default();
        let is_same = self.current().is_some_and(|step| {
            step.thread == thread
                && step.line == pos.line
                && step.depth == depth
                && step.function == function
                && step.file == file
        });
        let waiting = std::mem::take(&mut self.waiting);
        let is_going_on = self.current().is_some_and(|step| step.thread == thread);
        self.is_in_header = is_going_on && self.length != Length::Full && header::is_header(&file);
        if !is_same && !self.is_in_header {
            let source = self.texts.line(&file, pos.line).to_string();
            let function = function.to_string();
            let is_switch = self.current().is_some_and(|step| step.thread != thread);
            self.push(Step {
                number: self.len + 1,
                thread,
                function,
                file,
                line: pos.line,
                source,
                events: Vec::new(),
                events_omitted: 0,
                depth,
                choices: 0,
                is_switch,
                done: None,
            });
        }
        let choices = self.choices;
        self.current().into_iter().for_each(|step| step.choices = choices);
        if self.waited.get(&thread) == Some(&pos)
            && let Some(step) = self.current()
        {
            step.done = Some(pos);
        }
        waiting.into_iter().for_each(|happening| self.happen(happening));
    }

    /// A line that did nothing yet is no step.
    fn wait(&mut self, thread: usize, pos: Pos) {
        self.waited.insert(thread, pos);
        let is_idle = self.current().is_some_and(|step| {
            step.thread == thread
                && step.line == pos.line
                && step.events.is_empty()
                && step.done.is_none_or(|done| done == pos)
        });
        if is_idle {
            self.len -= 1;
            if self.last.pop_back().is_none() {
                self.kept.pop();
            }
        }
    }

    fn push(&mut self, step: Step) {
        self.len += 1;
        if self.length != Length::Abridged || self.kept.len() < FIRST {
            self.kept.push(step);
            return;
        }
        if self.last.len() == LAST {
            self.kept.extend(self.last.pop_front().filter(Step::is_choice));
        }
        self.last.push_back(step);
    }

    fn current(&mut self) -> Option<&mut Step> {
        if self.last.is_empty() { self.kept.last_mut() } else { self.last.back_mut() }
    }

    fn happen(&mut self, happening: Happening) {
        let Some(step) = self.current() else { return };
        step.events.push(happening);
        // The one that is no longer among the newest, which are worth more than those in the middle.
        if let Some(older) = step.events.len().checked_sub(HAPPENINGS + 1).filter(|at| *at >= HAPPENINGS)
            && !step.events[older].is_choice()
        {
            step.events.remove(older);
            step.events_omitted += 1;
        }
    }

    fn finish(&mut self) -> Trace {
        let mut steps = std::mem::take(&mut self.kept);
        steps.extend(self.last.drain(..));
        Trace {
            steps,
            len: self.len,
            threads: std::mem::take(&mut self.threads),
            inputs: std::mem::take(&mut self.inputs),
            undefined: std::mem::take(&mut self.undefined),
            has_failed_allocation: self.has_failed_allocation,
            has_order: self.has_order,
            is_set_outside: self.is_set_outside,
        }
    }
}

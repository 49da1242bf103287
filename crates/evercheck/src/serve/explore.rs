//! States of a program: where a path of choices leads, what memory holds there, and the ways to go on.

use cfa::Program;
use machine::Stop;
use machine::explore::{Choice, Options};
use serde_json::{Value, json};
use verdict::Unknown;
use verdict::walk::{Astray, Stand, Turn, Wrong, walk};

use super::http::{Answer, Asked};
use super::programs::Read;
use super::{Site, Trouble, json_of, page_of};
use crate::report::film::Film;
use crate::report::{page, trace};
use crate::saved::{decode, encode};

/// Choices of a path that is gone.
pub const CHOICES: usize = 100_000;
/// Steps before a state that are shown.
const STEPS: usize = 1000;
/// Ways of a thread to go on that are listed at a time.
const WAYS: u32 = 64;

/// A value that a thread is to choose.
type Wish = (u32, i128);

impl Site {
    /// The page that explores a program: it asks for states itself.
    pub fn explorer(&self, asked: &Asked) -> Answer {
        let read = self.read(&asked.name);
        let title = read.as_ref().map_or("a program".into(), |read| read.title.clone());
        let data = read.map(|read| json!({"program": asked.name, "sources": read.sources}));
        page_of("explore", &title, data)
    }

    /// The state that a path of choices leads to, with the steps on the way.
    pub fn state(&self, asked: &Asked) -> Answer {
        json_of(self.state_of(asked))
    }

    fn state_of(&self, asked: &Asked) -> Result<Value, Trouble> {
        let (mut path, value) = parsed(asked.word("path"))?;
        let first = match asked.word("from") {
            "" => 0,
            number => number.parse().map_err(|_| Trouble::wrong("`from` is no number"))?,
        };
        let read = self.program(&asked.name)?;
        if let Some((thread, value)) = value {
            let option = self.within(&read, |program, options| {
                walk(program, options, &path, None, |_, _| (), |stand| stand.option_of(thread, value))
            })?;
            let option = option.ok_or_else(|| {
                Trouble::wrong(format!("thread {thread} does not choose a value there that can be {value}"))
            })?;
            path.push(Choice { thread, option });
        }
        let properties = read.problem.explicit.properties;
        let (film, (stop, wrong, turns)) = self.walked(&read, &path, STEPS, |stand| {
            (stand.stop().cloned(), stand.wrong(properties), stand.turns(first, WAYS))
        })?;
        Ok(json!({
            "path": written(&path),
            "short": encode(&path).replace(' ', "."),
            "at": film.trace.steps.iter().map(|step| step.choices).collect::<Vec<_>>(),
            "film": page::film(&film),
            "ended": stop.as_ref().map(ended),
            "wrong": wrong.iter().map(|it| wrong_value(&read, it)).collect::<Vec<_>>(),
            "turns": turns.iter().map(|turn| turn_value(&read, turn)).collect::<Vec<_>>(),
        }))
    }

    /// Goes a path through a program, within bounds, films its last steps and looks at where it leads.
    pub fn walked<T>(
        &self,
        read: &Read,
        path: &[Choice],
        steps: usize,
        look: impl FnOnce(&mut Stand<'_, '_>) -> T,
    ) -> Result<(Film, T), Trouble> {
        let root = &read.problem.args.root;
        self.within(read, |program, options| trace::walked(program, root, options, path, steps, look))
    }

    /// Does something with a program, within bounds.
    fn within<T>(
        &self,
        read: &Read,
        act: impl FnOnce(&Program, &Options) -> Result<T, Astray>,
    ) -> Result<T, Trouble> {
        let watchdog = self.watchdog()?;
        let mut options = read.problem.explicit.clone();
        options.machine = read.machine.clone();
        watchdog.arm(&mut options);
        let done = act(&read.problem.program, &options.machine);
        let is_full = watchdog.limits().reached() == Some(Unknown::Memory);
        match done {
            // What is tried out in the end may have been stopped, and then says nothing.
            _ if options.machine.brake.is_pulled() => Err(if is_full { full() } else { late() }),
            done => done.map_err(astray),
        }
    }
}

fn full() -> Trouble {
    Trouble::busy("this state takes more memory than --memory-limit gives it")
}

fn late() -> Trouble {
    Trouble::busy("this state takes longer than --time-limit gives it")
}

/// Choices of a path, one by one, as the page puts them together.
pub fn written(path: &[Choice]) -> Vec<String> {
    path.iter().map(|it| format!("{}:{}", it.thread, it.option)).collect()
}

/// The choices of a path, as [`encode`] writes them but with points between them, and the thread and value of a last one.
fn parsed(text: &str) -> Result<(Vec<Choice>, Option<Wish>), Trouble> {
    let wrong = || {
        Trouble::wrong(format!(
            "the path is not one: choices are `thread`, `thread:option` or, last, `thread=value`, with points between them, at most {CHOICES}"
        ))
    };
    let (choices, last) = match text.rsplit_once('.') {
        Some((choices, last)) if last.contains('=') => (choices, Some(last)),
        None if text.contains('=') => ("", Some(text)),
        _ => (text, None),
    };
    let value = match last.and_then(|last| last.split_once('=')) {
        Some((thread, value)) => {
            Some((thread.parse().map_err(|_| wrong())?, value.parse().map_err(|_| wrong())?))
        }
        None => None,
    };
    if choices.contains(' ') {
        return Err(wrong());
    }
    let path = decode(&choices.replace('.', " "), CHOICES).ok_or_else(wrong)?;
    Ok((path, value))
}

fn astray(astray: Astray) -> Trouble {
    match astray {
        Astray::Start(stop) => {
            Trouble { status: 422, why: format!("the program cannot be begun: {}", ended(&stop)) }
        }
        Astray::NoSuchChoice { after } => {
            Trouble::wrong(format!("after {after} choices of the path the next one cannot be made"))
        }
        Astray::Over { after, stop } => {
            Trouble::wrong(format!("after {after} choices of the path the run is over: {}", ended(&stop)))
        }
        Astray::Stopped(Stop::OutOfMemory) => full(),
        Astray::Stopped(_) => late(),
    }
}

/// How a run ended, in words.
fn ended(stop: &Stop) -> String {
    match stop {
        Stop::Fault(fault) => fault.to_string(),
        Stop::NotModelled(what) | Stop::SymbolicValue(what) | Stop::SymbolicFloat(what) => {
            format!("not modelled: {what}")
        }
        Stop::Exit(status) => format!("the program ends with status {status}"),
        Stop::Abort => "the program aborts".into(),
        Stop::Unbounded(what) => {
            format!("{what}() has too many values to choose one: --nondet-range LOW..HIGH says which")
        }
        Stop::Pruned => "an assumption does not hold: there is no such run".into(),
        Stop::Yield
        | Stop::ThreadExit(_)
        | Stop::TermByte(_)
        | Stop::StepLimit
        | Stop::Cancelled
        | Stop::OutOfMemory => "the run was stopped".into(),
    }
}

fn wrong_value(read: &Read, wrong: &Wrong) -> Value {
    let program = &read.problem.program;
    let place = |(function, pos): &(String, cfa::source::Pos)| json!({"function": function, "file": program.file(pos.file), "line": pos.line});
    json!({
        "property": wrong.property.name(),
        "fault": wrong.fault.kind.name(),
        "message": wrong.fault.message,
        "thread": wrong.thread,
        "calls": wrong.call_stack.iter().map(place).collect::<Vec<_>>(),
    })
}

fn turn_value(read: &Read, turn: &Turn) -> Value {
    let program = &read.problem.program;
    let place = turn.call_stack.first().map(|(function, pos)| {
        let file = program.file(pos.file);
        json!({"function": function, "file": file, "line": pos.line, "source": read.line(file, pos.line)})
    });
    let way = |(option, decides): &(u32, Option<String>)| json!({"option": option, "decides": decides});
    json!({
        "thread": turn.thread,
        "name": turn.name,
        "place": place,
        "ended": turn.has_ended,
        "waits": turn.waits_for,
        "about": turn.about_to,
        "options": turn.options,
        "ways": turn.ways.iter().map(way).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_with_a_value_at_their_end() {
        let read = |text| parsed(text).map_err(|trouble| trouble.status);
        let choice = |thread, option| Choice { thread, option };
        assert_eq!(read(""), Ok((vec![], None)));
        assert_eq!(read("0*2.1:3"), Ok((vec![choice(0, 0), choice(0, 0), choice(1, 3)], None)));
        assert_eq!(read("2=-7"), Ok((vec![], Some((2, -7)))));
        assert_eq!(read("0.0=12"), Ok((vec![choice(0, 0)], Some((0, 12)))));
        let garbage =
            ["x", "0=", "=1", "0=1.0", "0 1", "0*999999", "0:9999999999", "-1", "0=1=2", "%", "0*-1"];
        for text in garbage {
            assert_eq!(read(text), Err(400), "{text}");
        }
    }
}

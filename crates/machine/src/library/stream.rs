//! stdio.h: the standard streams. A `FILE` is an object that nothing is known of but its address; what the
//! stream is doing is kept here.

use super::args::{Args, bad_call, not_modelled, nothing, number};
use super::buffer::{Buffer, Mode};
use super::{Function, errno};
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::memory::ObjectKind;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("fflush", fflush),
    ("fflush_unlocked", fflush),
    ("fclose", fclose),
    ("feof", feof),
    ("feof_unlocked", feof),
    ("ferror", ferror),
    ("ferror_unlocked", ferror),
    ("clearerr", clearerr),
    ("clearerr_unlocked", clearerr),
    ("fileno", fileno),
    ("fileno_unlocked", fileno),
    ("setvbuf", setvbuf),
    ("setbuf", |machine, args| set_buffer(machine, args, 8192)),
    ("setbuffer", |machine, args| set_buffer(machine, args, args.size(2)?)),
    ("setlinebuf", setlinebuf),
    ("flockfile", |machine, args| stream(machine, args.pointer(0)?).and_then(|_| nothing())),
    ("funlockfile", |machine, args| stream(machine, args.pointer(0)?).and_then(|_| nothing())),
];

/// The number of a stream is its file descriptor.
pub(super) const STDIN: usize = 0;
pub(super) const STDOUT: usize = 1;
pub(super) const STDERR: usize = 2;
const NAMES: [&str; 3] = ["stdin", "stdout", "stderr"];
/// The size of glibc's `FILE`.
const FILE_BYTES: u64 = 216;

#[derive(Clone, Debug)]
pub(super) struct Streams {
    /// The `FILE` objects.
    files: [u32; 3],
    /// Where the program keeps its pointers to them, if it has any.
    places: [Option<Val>; 3],
    state: [State; 3],
    buffers: [Buffer; 3],
    /// Bytes read from outside and not yet by the program, next one last.
    pub(super) input: Vec<u8>,
    /// Reading from a terminal writes out what is waiting for a line to end.
    is_interactive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct State {
    is_closed: bool,
    has_error: bool,
    is_at_end: bool,
}

impl Streams {
    pub fn new(is_input_terminal: bool, is_output_terminal: bool) -> Streams {
        let output = if is_output_terminal { Mode::Line } else { Mode::Full };
        Streams {
            files: [0; 3],
            places: [None; 3],
            state: [State::default(); 3],
            buffers: [Buffer::new(Mode::Full), Buffer::new(output), Buffer::new(Mode::None)],
            input: Vec::new(),
            is_interactive: is_input_terminal && is_output_terminal,
        }
    }

    pub fn state(&self) -> &[State; 3] {
        &self.state
    }
}

/// A stream comes to be in another state. To use a stream is no step of its own, and may be merged with what its thread did before;
/// so other threads would see the change too early or too late, unless there are none left.
fn change(machine: &mut Machine<'_>, number: usize, state: State) -> Result<(), Stop> {
    if machine.library.kept().streams.state[number] == state {
        return Ok(());
    }
    let current = machine.current;
    let may_be_used = machine.threads.iter().enumerate().any(|(at, it)| at != current && !it.is_joined);
    if machine.is_choosing() && may_be_used {
        return not_modelled("a stream that changes its state while other threads may use it");
    }
    machine.library.kept_mut().streams.state[number] = state;
    Ok(())
}

fn state(machine: &Machine<'_>, number: usize) -> State {
    machine.library.kept().streams.state[number]
}

/// Gives `stdin`, `stdout` and `stderr` their values where the program declares them.
pub(super) fn prepare(machine: &mut Machine<'_>) -> Result<(), Stop> {
    for (number, name) in NAMES.into_iter().enumerate() {
        if let Some(place) = machine.undefined_word(name) {
            let file = machine.memory.allocate(FILE_BYTES, 16, ObjectKind::Static)?;
            machine.memory.make_absent(file);
            machine.library.kept_mut().streams.files[number] = file;
            machine.library.kept_mut().streams.places[number] = Some(place);
            machine.store_word(place, Val::pointer(file, 0))?;
        }
    }
    Ok(())
}

/// The `FILE` objects that there are, each with its name: which of them a program declares may change.
pub(super) fn files(machine: &Machine<'_>) -> impl Iterator<Item = (u32, &'static str)> {
    let files = machine.library.kept().streams.files;
    files.into_iter().zip(NAMES).filter(|it| it.0 != 0)
}

/// The stream that `stdin`, `stdout` or `stderr` stands for now: glibc lets a program assign to them.
pub(super) fn standard(machine: &Machine<'_>, number: usize) -> Result<usize, Stop> {
    match machine.library.kept().streams.places[number] {
        Some(place) => stream(machine, machine.load_word(place)?),
        None => Ok(number),
    }
}

/// The stream that a `FILE *` stands for.
pub(super) fn stream(machine: &Machine<'_>, file: Val) -> Result<usize, Stop> {
    if file == Val::ZERO {
        return Fault::stop(FaultKind::NullDereference, "a null pointer as a stream");
    }
    let streams = &machine.library.kept().streams;
    let found = streams.files.iter().position(|&id| file.is_pointer() && file == Val::pointer(id, 0));
    match found {
        Some(number) if streams.state[number].is_closed => bad_call("use of a stream that is closed"),
        Some(number) => Ok(number),
        None => bad_call("a pointer to no stream as a stream"),
    }
}

/// Writes to a stream; false if it cannot be written to.
pub(super) fn write(machine: &mut Machine<'_>, number: usize, bytes: &[u8]) -> Result<bool, Stop> {
    if machine.library.kept().streams.state[number].is_closed {
        return bad_call("use of a stream that is closed");
    }
    if number == STDIN {
        change(machine, STDIN, State { has_error: true, ..state(machine, STDIN) })?;
        errno::set(machine, errno::EBADF)?;
        return Ok(false);
    }
    if machine.library.is_mute {
        return Ok(true);
    }
    let out = machine.library.kept_mut().streams.buffers[number].write(bytes);
    if !out.is_empty() {
        machine.library.host.write(number as i32, &out);
    }
    Ok(true)
}

/// The next byte of standard input, `None` at its end.
pub(super) fn read(machine: &mut Machine<'_>, number: usize) -> Result<Option<u8>, Stop> {
    if machine.library.kept().streams.state[number].is_closed {
        return bad_call("use of a stream that is closed");
    }
    if number != STDIN {
        change(machine, number, State { has_error: true, ..state(machine, number) })?;
        errno::set(machine, errno::EBADF)?;
        return Ok(None);
    }
    let streams = &machine.library.kept().streams;
    if streams.input.is_empty() && !streams.state[STDIN].is_at_end {
        if machine.library.is_mute {
            return no_input(machine);
        }
        if streams.is_interactive {
            flush(machine, STDOUT);
        }
        let mut input = machine.library.host.read(4096);
        input.reverse();
        machine.library.kept_mut().streams.input = input;
    }
    let byte = machine.library.kept_mut().streams.input.pop();
    change(machine, STDIN, State { is_at_end: byte.is_none(), ..state(machine, STDIN) })?;
    Ok(byte)
}

/// While a program is explored there is no input, not even what was put back: it is no part of the state.
fn no_input<T>(machine: &Machine<'_>) -> Result<T, Stop> {
    // The headers give `scanf` another name.
    let by = machine.called().trim_start_matches("__isoc99_").trim_start_matches("__isoc23_");
    not_modelled(&format!("standard input{}{by}", super::READ_BY))
}

/// Puts any byte in front of the input.
pub(super) fn put_back(machine: &mut Machine<'_>, byte: u8) -> Result<(), Stop> {
    if machine.library.is_mute {
        return no_input(machine);
    }
    unread(machine, byte);
    Ok(())
}

/// Puts a byte back that was read.
pub(super) fn unread(machine: &mut Machine<'_>, byte: u8) {
    let streams = &mut machine.library.kept_mut().streams;
    streams.input.push(byte);
    streams.state[STDIN].is_at_end = false;
}

fn flush(machine: &mut Machine<'_>, number: usize) {
    if machine.library.is_mute {
        return;
    }
    let out = machine.library.kept_mut().streams.buffers[number].flush();
    if !out.is_empty() {
        machine.library.host.write(number as i32, &out);
    }
}

pub(super) fn flush_all(machine: &mut Machine<'_>) {
    [STDOUT, STDERR].into_iter().for_each(|number| flush(machine, number));
}

/// What is buffered comes out unless the program ended itself; see [`super::buffer`].
pub(super) fn stopped(machine: &mut Machine<'_>, stop: &Stop) {
    if !matches!(stop, Stop::Exit(_) | Stop::Abort) {
        flush_all(machine);
    }
}

fn fflush(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    if args.pointer(0)? == Val::ZERO {
        flush_all(machine);
    } else {
        let number = stream(machine, args.pointer(0)?)?;
        flush(machine, number);
    }
    number(0)
}

fn fclose(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let file = stream(machine, args.pointer(0)?)?;
    flush(machine, file);
    change(machine, file, State { is_closed: true, ..state(machine, file) })?;
    number(0)
}

fn feof(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let file = stream(machine, args.pointer(0)?)?;
    number(i64::from(machine.library.kept().streams.state[file].is_at_end))
}

fn ferror(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let file = stream(machine, args.pointer(0)?)?;
    number(i64::from(machine.library.kept().streams.state[file].has_error))
}

fn clearerr(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let file = stream(machine, args.pointer(0)?)?;
    change(machine, file, State::default())?;
    nothing()
}

fn fileno(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    number(stream(machine, args.pointer(0)?)? as i64)
}

fn setvbuf(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (file, memory, size) = (stream(machine, args.pointer(0)?)?, args.pointer(1)?, args.size(3)?);
    let mode = match args.int32(2)? {
        0 => Mode::Full,
        1 => Mode::Line,
        2 => Mode::None,
        _ => return number(-1),
    };
    let given = (memory != Val::ZERO && mode != Mode::None).then_some(size as usize);
    if let Some(size) = given {
        machine.memory.check(memory, size as u64, "write")?;
    }
    set(machine, file, mode, given);
    number(0)
}

/// `setbuf`: with memory fully buffered, without not at all.
fn set_buffer(machine: &mut Machine<'_>, args: &Args, size: u64) -> Result<Val, Stop> {
    let (file, memory) = (stream(machine, args.pointer(0)?)?, args.pointer(1)?);
    if memory == Val::ZERO {
        set(machine, file, Mode::None, None);
    } else {
        machine.memory.check(memory, size, "write")?;
        set(machine, file, Mode::Full, Some(size as usize));
    }
    nothing()
}

fn setlinebuf(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let file = stream(machine, args.pointer(0)?)?;
    set(machine, file, Mode::Line, None);
    nothing()
}

fn set(machine: &mut Machine<'_>, file: usize, mode: Mode, given: Option<usize>) {
    flush(machine, file);
    machine.library.kept_mut().streams.buffers[file].set(mode, given);
}

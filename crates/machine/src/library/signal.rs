//! signal.h: handlers are recorded and run by `raise` and `abort`, the only signals that a run can bring
//! about.

use super::args::{Args, not_modelled, number};
use super::sync::Call;
use super::{Function, errno};
use crate::address::moved;
use crate::code::Kind;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::{Val, function_of};

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("signal", signal),
    ("bsd_signal", signal),
    ("__sysv_signal", |_, _| not_modelled("handlers that are reset, here by __sysv_signal")),
    ("sigaction", sigaction),
    ("raise", |machine, args| raise(machine, args.int32(0)?, args.limit)),
    ("kill", |_, _| not_modelled("processes, here by kill")),
    ("sigemptyset", |machine, args| fill_set(machine, args, 0)),
    ("sigfillset", |machine, args| fill_set(machine, args, 0xff)),
    ("sigaddset", |machine, args| change_set(machine, args, |byte, bit| byte | bit)),
    ("sigdelset", |machine, args| change_set(machine, args, |byte, bit| byte & !bit)),
    ("sigismember", sigismember),
    ("sigprocmask", |_, _| not_modelled("blocked signals, here by sigprocmask")),
    ("pause", |_, _| not_modelled("waiting for a signal")),
];

pub(super) const SIGABRT: i32 = 6;
const SIGKILL: i32 = 9;
const SIGSTOP: i32 = 19;
/// Those whose default is to do nothing: SIGCHLD, SIGCONT, SIGURG, SIGWINCH.
const IGNORED: [i32; 4] = [17, 18, 23, 28];
/// `SIG_DFL` and `SIG_IGN`.
const DEFAULT: Val = Val::int(0);
const IGNORE: Val = Val::int(1);
const SET_BYTES: u64 = 128;

/// SA_NOCLDSTOP, SA_ONSTACK and SA_RESTART say nothing that shows here.
const HARMLESS_FLAGS: u32 = 0x1800_0001;

/// What is to be done at a signal.
#[derive(Clone, Copy, Debug)]
struct Action {
    handler: Val,
    flags: u32,
    /// The signals that are blocked meanwhile; nothing if the program did not say.
    mask: Option<u64>,
}

const NOTHING: Action = Action { handler: DEFAULT, flags: 0, mask: Some(0) };

/// What is to be done at each signal, the default if nothing is said.
#[derive(Clone, Debug, Default)]
pub(super) struct Handlers {
    actions: Vec<(i32, Action)>,
    is_running: bool,
}

impl Handlers {
    pub fn digest(&self, name: &dyn Fn(Val) -> u64) -> String {
        let told = |&(signal, Action { handler, flags, mask }): &_| (signal, name(handler), flags, mask);
        format!("{:?} {}", self.actions.iter().map(told).collect::<Vec<(i32, _, _, _)>>(), self.is_running)
    }

    fn get(&self, signal: i32) -> Action {
        let found = self.actions.iter().find(|entry| entry.0 == signal);
        found.map_or(NOTHING, |entry| entry.1)
    }

    fn set(&mut self, signal: i32, action: Action) {
        self.actions.retain(|entry| entry.0 != signal);
        self.actions.push((signal, action));
    }
}

/// Runs the handler of a signal, if there is one.
pub(super) fn deliver(machine: &mut Machine<'_>, signal: i32, limit: u64) -> Result<Val, Stop> {
    let Action { handler, flags, .. } = machine.library.kept().signals.get(signal);
    if handler != DEFAULT && handler != IGNORE {
        // Within a handler signals are blocked.
        if machine.library.kept().signals.is_running {
            return not_modelled("a signal within a signal handler");
        }
        if flags & !HARMLESS_FLAGS != 0 {
            return not_modelled("flags of sigaction");
        }
        machine.library.kept_mut().signals.is_running = true;
        let number = (Val::int(signal as u64), Kind::Int { bits: 32, signed: true });
        machine.call_back(handler, &[number], "a call of a signal handler", limit)?;
        machine.library.kept_mut().signals.is_running = false;
    }
    Ok(handler)
}

fn raise(machine: &mut Machine<'_>, signal: i32, limit: u64) -> Result<Val, Stop> {
    machine.call_turn(Call::Step)?;
    if !is_signal(signal) {
        errno::set(machine, errno::EINVAL)?;
        return number(-1);
    }
    match deliver(machine, signal, limit)? {
        DEFAULT if signal == SIGABRT => Err(Stop::Abort),
        DEFAULT if !IGNORED.contains(&signal) => not_modelled("the end of a program by a signal"),
        _ => number(0),
    }
}

/// Sets what is to be done. What is kept goes by the names of functions in fingerprints: other objects have none that lasts.
fn set(machine: &mut Machine<'_>, signal: i32, action: Action) -> Result<(), Stop> {
    if action.handler.is_pointer() && function_of(action.handler).is_none() {
        return not_modelled("a signal handler that is no function");
    }
    machine.library.kept_mut().signals.set(signal, action);
    Ok(())
}

fn is_signal(signal: i32) -> bool {
    (1..=64).contains(&signal)
}

/// Whether a handler can be set for it.
fn can_handle(signal: i32) -> bool {
    is_signal(signal) && signal != SIGKILL && signal != SIGSTOP
}

/// glibc's `signal`: the handler stays.
fn signal(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (signal, handler) = (args.int32(0)?, args.pointer(1)?);
    if !can_handle(signal) {
        errno::set(machine, errno::EINVAL)?;
        return number(-1);
    }
    machine.call_turn(Call::Step)?;
    let old = machine.library.kept().signals.get(signal).handler;
    set(machine, signal, Action { handler, ..NOTHING })?;
    Ok(old)
}

fn sigaction(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (signal, new, old_place) = (args.int32(0)?, args.pointer(1)?, args.pointer(2)?);
    if !is_signal(signal) || (new != Val::ZERO && !can_handle(signal)) {
        errno::set(machine, errno::EINVAL)?;
        return number(-1);
    }
    machine.call_turn(Call::Step)?;
    let old = machine.library.kept().signals.get(signal);
    // `struct sigaction`: a pointer, a set, flags, and another pointer.
    let word = i64::from(machine.word_bytes());
    let (flags_at, action_bytes) = (word + SET_BYTES as i64, 3 * word as u64 + SET_BYTES);
    if new != Val::ZERO {
        machine.note_in_step(new, action_bytes as u32, false);
        let flags = machine.memory.bytes(moved(new, flags_at)?, 4)?;
        let flags = u32::from_le_bytes([flags[0], flags[1], flags[2], flags[3]]);
        let handler = machine.load_word(new)?;
        // Only so many of its bits mean anything, and nobody blocks SIGKILL and SIGSTOP.
        let mask = machine.memory.load(moved(new, word)?, 8).ok().filter(|mask| mask.is_int());
        let mask = mask.map(|mask| mask.bits & !(1 << (SIGKILL - 1) | 1 << (SIGSTOP - 1)));
        set(machine, signal, Action { handler, flags, mask })?;
    }
    if old_place != Val::ZERO {
        machine.note_in_step(old_place, action_bytes as u32, true);
        let Some(mask) = old.mask else { return not_modelled("a mask of signals that is not initialised") };
        machine.memory.fill(old_place, 0, action_bytes)?;
        machine.store_word(old_place, old.handler)?;
        machine.memory.store(moved(old_place, word)?, 8, Val::int(mask))?;
        machine.memory.store(moved(old_place, flags_at)?, 4, Val::int(old.flags.into()))?;
    }
    number(0)
}

fn fill_set(machine: &mut Machine<'_>, args: &Args, byte: u8) -> Result<Val, Stop> {
    machine.memory.fill(args.pointer(0)?, byte, SET_BYTES)?;
    number(0)
}

/// The byte of a set that a signal is in, and its bit there.
fn member(machine: &mut Machine<'_>, args: &Args) -> Result<Option<(Val, u8, u8)>, Stop> {
    let (set, signal) = (args.pointer(0)?, args.int32(1)?);
    if !is_signal(signal) {
        errno::set(machine, errno::EINVAL)?;
        return Ok(None);
    }
    let place = moved(set, i64::from(signal - 1) / 8)?;
    Ok(Some((place, machine.byte(place, 0)?, 1 << ((signal - 1) % 8))))
}

fn change_set(machine: &mut Machine<'_>, args: &Args, change: fn(u8, u8) -> u8) -> Result<Val, Stop> {
    let Some((place, byte, bit)) = member(machine, args)? else { return number(-1) };
    machine.memory.write_bytes(place, &[change(byte, bit)])?;
    number(0)
}

fn sigismember(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let Some((_, byte, bit)) = member(machine, args)? else { return number(-1) };
    number(i64::from(byte & bit != 0))
}

//! time.h and unistd.h: time does not depend on the machine that runs this. `time` starts at a fixed moment
//! and `clock` at zero; each call moves both on a little, so that a program that waits for them ends its
//! wait. `clock_gettime`, `gettimeofday` and `timespec_get` show what `time` does, whichever clock they are asked for. Sleeping
//! takes no time. Calendar time is not modelled.
//!
//! While a program is explored, each call is a choice: the moment is still that of the last call, or a second has gone
//! by. That time goes on by one second and by no other span is a bound of the result (see `explicit::Scope`). The moment is
//! part of the state, so a program that asks for the time without end would have no end of states: when the clock has gone on
//! [`MOMENTS`] times, going on once more is not modelled; or it stands still after as many times as the user says, which is
//! another bound.
//!
//! In a run whose inputs are given, the clock shows what is given: any moments, none before the one before it.

use super::Function;
use super::args::{Args, double, not_modelled, nothing, number};
use crate::address::moved;
use crate::arith;
use crate::exec::Machine;
use crate::explore::Pending;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("time", time),
    ("clock", clock),
    ("difftime", |_, args| double((args.int(0)? - args.int(1)?) as f64)),
    ("sleep", |_, args| args.int(0).and_then(|_| number(0))),
    ("usleep", |_, args| args.int(0).and_then(|_| number(0))),
    ("nanosleep", nanosleep),
    ("sched_yield", |_, _| number(0)),
    ("alarm", alarm),
    ("gettimeofday", |machine, args| show(machine, args, 0)),
    ("clock_gettime", |machine, args| show(machine, args, 1)),
    ("clock_getres", |_, _| not_modelled("the time of day, here by clock_getres")),
    ("timespec_get", timespec_get),
    ("times", |_, _| not_modelled("the time of day, here by times")),
    ("localtime", |_, _| not_modelled("calendar time, here by localtime")),
    ("localtime_r", |_, _| not_modelled("calendar time, here by localtime_r")),
    ("gmtime", |_, _| not_modelled("calendar time, here by gmtime")),
    ("gmtime_r", |_, _| not_modelled("calendar time, here by gmtime_r")),
    ("mktime", |_, _| not_modelled("calendar time, here by mktime")),
    ("timegm", |_, _| not_modelled("calendar time, here by timegm")),
    ("ctime", |_, _| not_modelled("calendar time, here by ctime")),
    ("asctime", |_, _| not_modelled("calendar time, here by asctime")),
    ("strftime", |_, _| not_modelled("calendar time, here by strftime")),
    ("tzset", |_, _| nothing()),
];

/// 2001-09-09 01:46:40 UTC.
const START: u64 = 1_000_000_000;
const TICKS_PER_SECOND: u64 = 1000;

/// Times that the clock goes on while a program is explored.
const MOMENTS: u64 = 64;

/// A thousand calls are a second.
fn tick(machine: &mut Machine<'_>) -> Result<u64, Stop> {
    if !machine.is_choosing() {
        let ticks = &mut machine.library.kept_mut().ticks;
        *ticks += 1;
        return Ok(*ticks - 1);
    }
    let exploring = machine.exploring_mut();
    exploring.is_turn_taken = true;
    let most = exploring.options.clock_steps.map(u64::from);
    let ticks = machine.library.kept().ticks;
    // From here on nobody changes it.
    let is_still = most.is_some_and(|most| ticks >= most * TICKS_PER_SECOND);
    if is_still || machine.turn(Pending::Choose(2))? == 0 {
        return Ok(machine.library.kept().ticks);
    }
    let ticks = &mut machine.library.kept_mut().ticks;
    *ticks += TICKS_PER_SECOND;
    if *ticks > most.unwrap_or(MOMENTS) * TICKS_PER_SECOND {
        let what = format!(
            "a clock that goes on more than {MOMENTS} times (--clock stepped:N lets it stand still then)"
        );
        return not_modelled(&what);
    }
    Ok(*ticks)
}

/// What `time` shows.
pub(super) fn moment(machine: &Machine<'_>) -> Val {
    Val::int(START + machine.library.kept().ticks / TICKS_PER_SECOND)
}

/// Writes the moment to where an argument points: seconds, and a fraction of none.
fn show(machine: &mut Machine<'_>, args: &Args, index: usize) -> Result<Val, Stop> {
    if machine.is_given() {
        return not_modelled("the time of day in memory");
    }
    let (place, word) = (args.pointer(index)?, machine.word_bytes());
    if machine.exploring().is_some() && machine.is_visible(place) {
        return not_modelled("the time in memory that other threads can reach");
    }
    if place == Val::ZERO && index == 0 {
        return number(0);
    }
    // What is wrong shows before there is a choice.
    machine.memory.check_write(place, 2 * u64::from(word))?;
    tick(machine)?;
    let now = moment(machine);
    machine.store_word(place, now)?;
    machine.store_word(moved(place, word.into())?, Val::ZERO)?;
    number(0)
}

/// As [`show`]; the only base is the time of day.
fn timespec_get(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    const TIME_UTC: i64 = 1;
    match args.int(1)? {
        TIME_UTC => show(machine, args, 0).and_then(|_| number(TIME_UTC as i32)),
        _ => number(0),
    }
}

fn time(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let place = args.pointer(0)?;
    if machine.exploring().is_some() && place != Val::ZERO && machine.is_visible(place) {
        return not_modelled("the time in memory that other threads can reach");
    }
    let now = match machine.is_given() {
        true => given_moment(machine, "time", |moments| &mut moments.time)?,
        false => Val::int(START + tick(machine)? / TICKS_PER_SECOND),
    };
    if place != Val::ZERO {
        machine.store_word(place, now)?;
    }
    Ok(now)
}

/// In microseconds, as CLOCKS_PER_SEC has it.
fn clock(machine: &mut Machine<'_>, _: &Args) -> Result<Val, Stop> {
    if machine.is_given() {
        return given_moment(machine, "clock", |moments| &mut moments.clock);
    }
    Ok(Val::int(tick(machine)? * (1_000_000 / TICKS_PER_SECOND)))
}

/// What the clocks showed last in a run whose inputs are given.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    time: i64,
    clock: i64,
}

fn given_moment(
    machine: &mut Machine<'_>,
    name: &str,
    shown: fn(&mut Moments) -> &mut i64,
) -> Result<Val, Stop> {
    let last = *shown(&mut machine.library.kept_mut().moments);
    let Some(now) = machine.given(name, last.into()) else { return Err(Stop::Unbounded(name.into())) };
    let now = arith::extend(now as u64, machine.word_bits(), true) as i64;
    if now < last {
        return not_modelled("a clock that goes backwards");
    }
    *shown(&mut machine.library.kept_mut().moments) = now;
    Ok(Val::int(now as u64))
}

/// No alarm goes off; what is left of the last one is all of it.
fn alarm(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let seconds = args.int32(0)? as u32;
    let place = machine.library_object("alarm", 4)?;
    let left = machine.memory.load(place, 4)?;
    machine.memory.store(place, 4, Val::int(seconds.into()))?;
    Ok(left)
}

fn nanosleep(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    machine.memory.bytes(args.pointer(0)?, 2 * u64::from(machine.word_bytes()))?;
    number(0)
}

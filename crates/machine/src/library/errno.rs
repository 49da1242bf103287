//! errno.h, and the words for its numbers and for signals.

use super::Function;
use super::args::{Args, number};
use super::objects::Own;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("__errno_location", |machine, _| machine.thread_object(Own::Errno, 4)),
    ("strerror", |machine, args| machine.constant_text(message(args.int32(0)?).as_bytes())),
    ("strerror_r", |machine, args| machine.constant_text(message(args.int32(0)?).as_bytes())),
    ("__xpg_strerror_r", strerror_r),
    ("strsignal", |machine, args| machine.constant_text(signal(args.int32(0)?).as_bytes())),
];

pub(super) const EBADF: i32 = 9;
pub(super) const ENOMEM: i32 = 12;
pub(super) const EINVAL: i32 = 22;
pub(super) const ENOTTY: i32 = 25;
pub(super) const EDOM: i32 = 33;
pub(super) const ERANGE: i32 = 34;
pub(super) const EILSEQ: i32 = 84;

pub(super) fn set(machine: &mut Machine<'_>, value: i32) -> Result<(), Stop> {
    let place = machine.thread_object(Own::Errno, 4)?;
    machine.memory.store(place, 4, Val::int(value as u32 as u64))
}

pub(super) fn get(machine: &mut Machine<'_>) -> Result<i32, Stop> {
    let place = machine.thread_object(Own::Errno, 4)?;
    machine.memory.load(place, 4).map(|value| value.bits as i32)
}

/// What `strerror` says.
pub(super) fn message(error: i32) -> String {
    match usize::try_from(error).ok().and_then(|index| ERRORS.get(index)) {
        Some(text) if !text.is_empty() => text.to_string(),
        _ => format!("Unknown error {error}"),
    }
}

fn signal(signal: i32) -> String {
    match usize::try_from(signal).ok().and_then(|index| SIGNALS.get(index)) {
        Some(text) if !text.is_empty() => text.to_string(),
        _ if (34..=64).contains(&signal) => format!("Real-time signal {}", signal - 34),
        _ => format!("Unknown signal {signal}"),
    }
}

/// The variant of POSIX, which fills a buffer.
fn strerror_r(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (error, buffer, size) = (args.int32(0)?, args.pointer(1)?, args.size(2)?);
    let text = message(error);
    if size > 0 {
        let kept = text.len().min(size as usize - 1);
        machine.put_text(buffer, &text.as_bytes()[..kept])?;
    }
    number(match text.len() as u64 {
        _ if text.starts_with("Unknown") => EINVAL,
        length if length >= size => ERANGE,
        _ => 0,
    })
}

#[rustfmt::skip]
const ERRORS: [&str; 134] = [
    "Success", "Operation not permitted", "No such file or directory", "No such process",
    "Interrupted system call", "Input/output error", "No such device or address", "Argument list too long",
    "Exec format error", "Bad file descriptor", "No child processes", "Resource temporarily unavailable",
    "Cannot allocate memory", "Permission denied", "Bad address", "Block device required",
    "Device or resource busy", "File exists", "Invalid cross-device link", "No such device",
    "Not a directory", "Is a directory", "Invalid argument", "Too many open files in system",
    "Too many open files", "Inappropriate ioctl for device", "Text file busy", "File too large",
    "No space left on device", "Illegal seek", "Read-only file system", "Too many links", "Broken pipe",
    "Numerical argument out of domain", "Numerical result out of range", "Resource deadlock avoided",
    "File name too long", "No locks available", "Function not implemented", "Directory not empty",
    "Too many levels of symbolic links", "", "No message of desired type", "Identifier removed",
    "Channel number out of range", "Level 2 not synchronized", "Level 3 halted", "Level 3 reset",
    "Link number out of range", "Protocol driver not attached", "No CSI structure available",
    "Level 2 halted", "Invalid exchange", "Invalid request descriptor", "Exchange full", "No anode",
    "Invalid request code", "Invalid slot", "", "Bad font file format", "Device not a stream",
    "No data available", "Timer expired", "Out of streams resources", "Machine is not on the network",
    "Package not installed", "Object is remote", "Link has been severed", "Advertise error",
    "Srmount error", "Communication error on send", "Protocol error", "Multihop attempted",
    "RFS specific error", "Bad message", "Value too large for defined data type",
    "Name not unique on network", "File descriptor in bad state", "Remote address changed",
    "Can not access a needed shared library", "Accessing a corrupted shared library",
    ".lib section in a.out corrupted", "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly", "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted", "Streams pipe error", "Too many users",
    "Socket operation on non-socket", "Destination address required", "Message too long",
    "Protocol wrong type for socket", "Protocol not available", "Protocol not supported",
    "Socket type not supported", "Operation not supported", "Protocol family not supported",
    "Address family not supported by protocol", "Address already in use", "Cannot assign requested address",
    "Network is down", "Network is unreachable", "Network dropped connection on reset",
    "Software caused connection abort", "Connection reset by peer", "No buffer space available",
    "Transport endpoint is already connected", "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown", "Too many references: cannot splice",
    "Connection timed out", "Connection refused", "Host is down", "No route to host",
    "Operation already in progress", "Operation now in progress", "Stale file handle",
    "Structure needs cleaning", "Not a XENIX named type file", "No XENIX semaphores available",
    "Is a named type file", "Remote I/O error", "Disk quota exceeded", "No medium found",
    "Wrong medium type", "Operation canceled", "Required key not available", "Key has expired",
    "Key has been revoked", "Key was rejected by service", "Owner died", "State not recoverable",
    "Operation not possible due to RF-kill", "Memory page has hardware error",
];

#[rustfmt::skip]
const SIGNALS: [&str; 32] = [
    "", "Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap", "Aborted",
    "Bus error", "Floating point exception", "Killed", "User defined signal 1", "Segmentation fault",
    "User defined signal 2", "Broken pipe", "Alarm clock", "Terminated", "Stack fault", "Child exited",
    "Continued", "Stopped (signal)", "Stopped", "Stopped (tty input)", "Stopped (tty output)",
    "Urgent I/O condition", "CPU time limit exceeded", "File size limit exceeded", "Virtual timer expired",
    "Profiling timer expired", "Window changed", "I/O possible", "Power failure", "Bad system call",
];

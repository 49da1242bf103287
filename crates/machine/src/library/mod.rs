//! The C library: functions that the machine carries out itself.
//!
//! A function of the library is looked up by name when a call of an undefined function is compiled. It gets
//! its arguments as values and works on the machine's memory, so every access it makes is checked.

mod alloc;
mod assert;
mod jump;
mod string;
mod variadic;

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::code::{Arg, Kind, Result_};
use crate::exec::Machine;
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::{INIT, UNINIT, Val};

/// A function of the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryId(u16);

/// What carries a call out.
pub type Function = fn(&mut Machine<'_>, &Args) -> Result<Val, Stop>;

/// The world outside: where output goes and input comes from.
pub trait Host {
    /// Output to file descriptor 1 or 2.
    fn write(&mut self, descriptor: i32, bytes: &[u8]);
    /// At most `limit` bytes of standard input; none at its end.
    fn read(&mut self, limit: usize) -> Vec<u8>;
}

/// The arguments of a call, evaluated.
pub struct Args {
    pub values: Vec<ArgValue>,
    pub result: Result_,
    pub limit: u64,
}

#[derive(Clone, Copy, Debug)]
pub struct ArgValue {
    pub value: Val,
    /// The upper half of a wide value.
    pub high: Val,
    /// `None` for an aggregate, whose address is the value.
    pub kind: Option<Kind>,
    pub size: u32,
}

impl Args {
    fn get(&self, index: usize) -> Result<Val, Stop> {
        match self.values.get(index) {
            Some(arg) if arg.value.tag == UNINIT => {
                Fault::stop(FaultKind::UninitialisedRead, "an uninitialised argument of a library function")
            }
            Some(arg) => Ok(arg.value),
            None => Fault::stop(FaultKind::BadCall, "a library function called with too few arguments"),
        }
    }

    /// An integer, sign- or zero-extended as its type says.
    pub fn int(&self, index: usize) -> Result<i64, Stop> {
        let value = self.get(index)?;
        match value.tag {
            INIT => Ok(value.bits as i64),
            _ => Err(Stop::NotModelled("an address as a number in a library call".into())),
        }
    }

    pub fn size(&self, index: usize) -> Result<u64, Stop> {
        self.int(index).map(|value| value as u64)
    }

    pub fn pointer(&self, index: usize) -> Result<Val, Stop> {
        self.get(index)
    }

    pub fn double(&self, index: usize) -> Result<f64, Stop> {
        let value = self.int(index)? as u64;
        Ok(match self.values[index].kind {
            Some(Kind::Single) => f32::from_bits(value as u32).into(),
            _ => f64::from_bits(value),
        })
    }
}

/// What the library keeps between calls.
pub struct Library {
    pub host: Box<dyn Host>,
    /// Addresses for aggregate results of open calls.
    pub held: Vec<Val>,
    /// Types of the variable arguments in each of their objects.
    variadic: HashMap<u32, Vec<variadic::Entry>>,
    jumps: Vec<jump::Jump>,
    /// Functions to run at exit, last first.
    pub at_exit: Vec<Val>,
}

impl Library {
    pub fn new(host: Box<dyn Host>) -> Library {
        Library { host, held: Vec::new(), variadic: HashMap::new(), jumps: Vec::new(), at_exit: Vec::new() }
    }
}

/// Every function by name, sorted.
fn table() -> &'static [(&'static str, Function)] {
    static TABLE: OnceLock<Vec<(&'static str, Function)>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut all: Vec<(&'static str, Function)> =
            [alloc::FUNCTIONS, assert::FUNCTIONS, jump::FUNCTIONS, string::FUNCTIONS].concat();
        all.sort_by_key(|f| f.0);
        all
    })
}

pub fn find(name: &str) -> Option<LibraryId> {
    // gcc's `__builtin_memcpy` and the like are the functions themselves.
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    table().binary_search_by_key(&name, |f| f.0).ok().map(|i| LibraryId(i as u16))
}

/// The names of all functions the machine models.
pub fn names() -> impl Iterator<Item = &'static str> {
    table().iter().map(|f| f.0)
}

impl Machine<'_> {
    /// Carries out a call of a library function from the innermost frame.
    pub(crate) fn library_call(
        &mut self,
        function: LibraryId,
        args: &[Arg],
        result: Result_,
        limit: u64,
    ) -> Result<(), Stop> {
        let values = args
            .iter()
            .map(|arg| match *arg {
                Arg::Scalar(operand, kind) => ArgValue {
                    value: self.operand(operand),
                    high: if kind.slots() == 2 { self.operand(operand + 1) } else { Val::ZERO },
                    kind: Some(kind),
                    size: kind.bytes(),
                },
                Arg::Aggregate(operand, size) => {
                    ArgValue { value: self.operand(operand), high: Val::ZERO, kind: None, size }
                }
            })
            .collect();
        let depth = self.frames.len();
        let args = Args { values, result, limit };
        let value = (table()[function.0 as usize].1)(self, &args)?;
        if self.frames.len() == depth
            && let Result_::Slot(dst, kind) = result
        {
            let value = match kind {
                Kind::Int { bits, signed } if value.is_int() => {
                    Val::int(crate::arith::extend(value.bits, bits, signed))
                }
                _ => value,
            };
            self.set_slot(dst, value);
        }
        Ok(())
    }
}

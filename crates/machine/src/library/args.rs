//! The arguments of a library call, and its results.

use crate::code::{Kind, Result_};
use crate::fault::{Fault, FaultKind, Stop};
use crate::value::{INIT, UNINIT, Val};

/// The arguments of a call, evaluated.
pub struct Args {
    pub values: Vec<ArgValue>,
    pub result: Result_,
    /// Where an aggregate result goes, and how many bytes it has.
    pub destination: Option<(Val, u32)>,
    /// Steps after which the run is given up, for callbacks.
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

    /// An `int`; of a wider argument its low half, as the callee sees it.
    pub fn int32(&self, index: usize) -> Result<i32, Stop> {
        self.int(index).map(|value| value as i32)
    }

    /// A character passed as an `int`.
    pub fn byte(&self, index: usize) -> Result<u8, Stop> {
        self.int(index).map(|value| value as u8)
    }

    pub fn size(&self, index: usize) -> Result<u64, Stop> {
        self.int(index).map(|value| value as u64)
    }

    pub fn pointer(&self, index: usize) -> Result<Val, Stop> {
        self.get(index)
    }

    pub fn double(&self, index: usize) -> Result<f64, Stop> {
        let value = self.int(index)? as u64;
        match self.values[index].kind {
            Some(Kind::Single) => Ok(f32::from_bits(value as u32).into()),
            Some(Kind::Double) => Ok(f64::from_bits(value)),
            _ => {
                Err(Stop::NotModelled("an argument of a library function that is no floating number".into()))
            }
        }
    }

    pub fn float(&self, index: usize) -> Result<f32, Stop> {
        // A `float` that was passed without a prototype has become a `double`.
        self.double(index).map(|value| value as f32)
    }
}

/// The result of a library function, an integer.
pub(super) fn number(value: impl Into<i64>) -> Result<Val, Stop> {
    Ok(Val::int(value.into() as u64))
}

pub(super) fn double(value: f64) -> Result<Val, Stop> {
    Ok(Val::int(value.to_bits()))
}

pub(super) fn single(value: f32) -> Result<Val, Stop> {
    Ok(Val::int(value.to_bits().into()))
}

/// The end of a library function without a result.
pub(super) fn nothing() -> Result<Val, Stop> {
    Ok(Val::UNINIT)
}

/// A call that the standard gives no meaning to.
pub(super) fn bad_call<T>(message: impl Into<String>) -> Result<T, Stop> {
    Fault::stop(FaultKind::BadLibraryCall, message)
}

pub(super) fn not_modelled<T>(what: &str) -> Result<T, Stop> {
    Err(Stop::NotModelled(what.into()))
}

//! How each construct of C is lowered, told by the operations of a function `f` or by an object's initial value.

mod builtins;
mod cleanup;
mod control;
mod conversions;
mod gaps;
mod initialisers;
mod invariants;
mod objects;
mod order;
mod sequence;
mod show;
mod statics;

use show::{check, program};

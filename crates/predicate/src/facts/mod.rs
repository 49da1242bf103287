//! What is known of a program before any formula is made. Facts do not change once they are there, but for symbols that
//! [`storage`] makes when they are first asked for.

pub mod callees;
pub mod heads;
pub mod key;
pub mod live;
pub mod region;
pub mod storage;

//! What earlier runs established, kept in a folder that any number of processes use at once.
//!
//! Three kinds of things make records: *segments*, immutable files under the hash of what they hold and mapped into memory; *runs*,
//! the rows of a catalogue, each naming the segments of its record; *journals*, what an unfinished run had until it was
//! killed. And *outcomes*, what runs came to, small files that nothing else refers to. Every byte is described in `docs/formats.md`.
//!
//! Nothing that is read is trusted. What is damaged, truncated, foreign or newer counts as absent, is set aside with a
//! warning, and so costs time and never a verdict. What another user could have written is left alone, with a warning,
//! unless the store was named.

mod address;
mod catalogue;
mod collect;
mod container;
mod error;
mod folder;
mod journal;
mod outcomes;
mod row;
mod segment;
mod store;
mod trust;
mod verify;
mod writer;

pub use address::{Address, Key};
pub use collect::Collected;
pub use error::Error;
pub use journal::{Abandoned, Journal};
pub use outcomes::{Found, KEPT, Kept, Outcomes};
pub use row::{NewRun, Run};
pub use segment::Segment;
pub use store::{Store, Usage};
pub use trust::Trust;
pub use verify::{Damage, Verified};
pub use writer::Writer;

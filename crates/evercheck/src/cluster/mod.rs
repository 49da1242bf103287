//! A search on several machines.
//!
//! `check --broker` submits a *run*: the program, and everything as one range of paths to be explored. `worker` takes ranges, explores
//! each until a budget is used up, and commits what it found out; what is left of a range comes back as ranges
//! ([`explicit::portion`], which says why nothing is missed). NATS JetStream is the broker between them: it keeps tasks in a queue
//! and gives each to one worker, for as long as that says that it is alive; it keeps results and records. None of that is done here.
//!
//! A worker hands in the tasks that are left, then the record, then the result, then the acknowledgement ([`letter`]). So whatever
//! is lost between two of these, somebody does the task again, and a result that is there has all that it speaks of. Of two
//! results of one task the first counts. Workers stop at states of results that count ([`share`]), and at no others.
//!
//! In the end the submitter has all records, and does the search itself with what they know, as any run does with the record of an
//! earlier one: where nothing is missing, nothing is executed. So the report is that of a run without workers, and what a broker
//! or a worker loses costs time, and nothing else.
//!
//! Trusted are workers, the broker, and whoever may write there: a record decides verdicts.

pub mod args;
mod assignment;
mod broker;
mod collected;
mod letter;
mod message;
mod record;
mod share;
mod submit;
mod url;
pub mod view;
pub mod worker;

pub use message::Shift;
pub use submit::{Explored, Onlooker, Submission};

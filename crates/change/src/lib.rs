//! Two programs: which locations of the one are those of the other, and what differs.
//!
//! A fact established for one program is kept with the *elements* it depends on. An [`Element`] is the hash of a
//! location together with what it does: its name, its operations, the labels of what they mention, the names of their targets. The fact holds in every
//! program in which all of them occur, so long as no program has two locations of one name. Nothing more is needed, so
//! names may be guessed: [`Names`] hands the names of an earlier program, kept as its [`Outline`], on to the locations
//! of a new one that look like the same. A bad guess costs reuse and nothing else.
//!
//! [`diff`] tells people what differs, and what that can affect.
//!
//! ```
//! let old = cfa::from_text("int main(void) { int i = 1; return i; }").unwrap();
//! let new = cfa::from_text("int main(void) { int i = 1; i = 2; return i; }").unwrap();
//! let before = change::Names::of(&old, None);
//! let after = change::Names::of(&new, Some(&before.outline(&old)));
//! let kept = before.locations[0].iter().filter(|name| after.locations[0].contains(name));
//! assert_eq!(kept.count(), before.locations[0].len());
//! ```

mod align;
pub mod diff;
mod element;
mod hash;
mod labels;
mod names;
mod outline;
mod records;
mod sequence;

pub use element::Element;
pub use names::Names;
pub use outline::{FunctionOutline, LocationOutline, Outline, RecordOutline};

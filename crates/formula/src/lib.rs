//! Formulas over words and arrays, without a solver: terms, their values, what bounds them, and which of them are the same.
//!
//! ```
//! use formula::{Evaluation, Order, Sort, Terms, Word};
//!
//! let mut terms = Terms::default();
//! let symbol = terms.new_symbol("x".into(), Sort::Bits(32));
//! let (x, one) = (terms.symbol(symbol), terms.bits(32, 1));
//! let more = terms.word(Word::Add, x, one);
//! let wraps = terms.order(Order::Ult, more, x);
//! let mut values = Evaluation::default();
//! values.set(&terms, symbol, u32::MAX.into());
//! assert_eq!(values.eval(&terms, wraps), Some(1));
//! ```

pub mod digest;
mod evaluate;
mod order;
mod overflow;
mod preimage;
mod print;
mod range;
mod set;
mod shift;
mod split;
pub mod tag;
mod term;

pub use evaluate::Evaluation;
pub use order::{ByOrder, by_order};
pub use range::bounds;
pub use set::Set;
pub use split::MEMBERS;
pub use term::{Node, Order, Sort, Symbol, Term, Terms, Word, fold, mask, signed};

#[cfg(test)]
mod exhaustive;

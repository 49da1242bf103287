//! What differs between two programs, for people and for programs.

mod json;
mod text;

pub use json::json;
pub use text::text;

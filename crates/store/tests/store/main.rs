//! The store as engines use it: what is written comes back, or nothing does, whoever else uses or damages it.

mod collecting;
mod damage;
mod formats;
mod keeping;
mod processes;
mod support;

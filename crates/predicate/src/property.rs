//! What a search looks for: one property, each in a search of its own, so that none costs anything unless it is asked for.

/// A property of a program that formulas can express.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Property {
    /// No error function is called and no assertion fails.
    #[default]
    UnreachCall,
    /// Every access to memory is to an object, within its bounds.
    ValidDeref,
    /// No result of signed arithmetic is outside its type.
    NoOverflow,
}

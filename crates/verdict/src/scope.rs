//! What a verdict covers.

/// What a verdict covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scope {
    /// Some input had only the values of the range that the options give.
    pub is_range_used: bool,
    /// States at the depth limit were not gone on from.
    pub is_depth_reached: bool,
    /// The program looks at its arguments, and was explored with none but its name.
    pub is_without_arguments: bool,
    /// The program asks for the time, which went on by nothing or by a second between two calls.
    pub is_clock_stepped: bool,
    /// The program has a weak compare-exchange, which never failed without a reason.
    pub is_weak_exchange_strong: bool,
}

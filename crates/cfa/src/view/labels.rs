//! Labels whose address is taken, named by the order of their places in the body: their source names are often
//! generated.

use crate::program::{Body, Function, LabelId};

/// The position of a label among the labels of its function.
pub(crate) fn label_rank(function: &Function, label: LabelId) -> u32 {
    function.body.as_ref().map_or(label.0, |body| rank_in(body, label))
}

/// Those that no reached code holds come last.
pub(crate) fn rank_in(body: &Body, label: LabelId) -> u32 {
    let key = |index: usize| (body.labels[index].at.map_or(u32::MAX, |at| at.0), index);
    let own = key(label.index());
    (0..body.labels.len()).filter(|&other| key(other) < own).count() as u32
}

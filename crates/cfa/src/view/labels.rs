//! Labels whose address is taken, named by the order of their places in the body: their source names are often
//! generated.

use crate::program::{FunctionId, LabelId, Program};

/// The position of each label among those of its function.
pub(crate) struct Labels {
    ranks: Vec<Vec<u32>>,
}

impl Labels {
    /// Labels that no reached code holds come last.
    pub fn of(program: &Program) -> Labels {
        let labels = program.functions.iter().map(|it| it.body.as_ref().map_or(&[][..], |body| &body.labels));
        let ranks = labels.map(|labels| {
            let mut by_place: Vec<usize> = (0..labels.len()).collect();
            by_place.sort_by_key(|&label| labels[label].at.map_or(u32::MAX, |at| at.0));
            let mut ranks = vec![0; labels.len()];
            by_place.iter().enumerate().for_each(|(rank, &label)| ranks[label] = rank as u32);
            ranks
        });
        Labels { ranks: ranks.collect() }
    }

    pub fn rank(&self, function: FunctionId, label: LabelId) -> u64 {
        self.ranks[function.index()][label.index()].into()
    }
}

//! Labels of the structs and unions that allocations make one of: by their tags; one whose tag is gone, or that never had one, hands its label on to
//! the one that begins with most of the same members.

use rustc_hash::FxHashSet as HashSet;

use cfa::Program;
use cfa::extent;
use cfa::types::RecordId;

use crate::hash::Hash;
use crate::labels::unused;
use crate::outline::{Outline, RecordOutline};

/// The outlines of the program's allocated records, in the order of [`extent::allocated`], with labels handed on.
pub(crate) fn label_records(program: &Program, base: Option<&Outline>) -> Vec<RecordOutline> {
    let mut records: Vec<RecordOutline> =
        extent::allocated(program).into_iter().map(|id| outline(program, id)).collect();
    let earlier = base.map_or(&[][..], |base| &base.records);
    let mut pairs: Vec<(bool, usize, usize, usize)> = Vec::new();
    for (at, record) in records.iter().enumerate() {
        for (from, old) in earlier.iter().enumerate() {
            let common = record.members.iter().zip(&old.members).take_while(|(a, b)| a == b).count();
            if record.name == old.name || common > 0 {
                pairs.push((record.name != old.name, usize::MAX - common, at, from));
            }
        }
    }
    // The same tag first, then by what they have in common.
    pairs.sort_unstable();
    let (mut taken, mut given) = (HashSet::default(), HashSet::default());
    for (_, _, at, from) in pairs {
        let label = earlier[from].label;
        // An outline that gives two records one label is damaged: the second does without.
        if !given.contains(&at) && taken.insert(label) {
            given.insert(at);
            records[at].label = label;
        }
    }
    taken.extend(earlier.iter().map(|old| old.label));
    for at in (0..records.len()).filter(|at| !given.contains(at)) {
        records[at].label = unused(&mut taken, &Hash::new("record").text(&records[at].name));
    }
    records
}

fn outline(program: &Program, id: RecordId) -> RecordOutline {
    let record = program.types.record(id);
    let member =
        |field: &cfa::types::Field| Hash::new("member").text(&field.name).number(field.offset).short();
    RecordOutline { name: record.name.clone(), label: 0, members: record.fields.iter().map(member).collect() }
}

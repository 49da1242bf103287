//! What a record is worth for a program.

use cfa::Program;
use machine::exec::{Image, Machine};
use machine::footprint::Layout;
use rustc_hash::FxHashSet as HashSet;

use crate::aspects::Aspects;
use crate::element::{elements, names};
use crate::layer::Layer;
use crate::memo::{Memo, holding, numbers};
use crate::options::Options;
use crate::refusal::refusal;
use crate::rmc::{Behind, Clean};
use crate::why::{Losses, Now, losses};

/// What a record is worth for a program.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// Footprints of the record, and how many of them hold.
    pub facts: usize,
    pub facts_held: usize,
    /// Its states, and from how many of them no change can be reached.
    pub states: usize,
    pub clean: usize,
    /// Whether the program starts at one of these, and nothing is wrong there: then nothing has to be executed.
    pub is_clean: bool,
    /// What does not hold, and why.
    pub losses: Losses,
}

/// Looks at a record with the eyes of a program, without exploring it. Nothing if the program cannot be explored.
pub fn estimate(program: &Program, options: &Options, base: &[Layer]) -> Option<Estimate> {
    if refusal(program, options).is_some() {
        return None;
    }
    let newest = base.first()?;
    let (image, memory) = Image::new(program).ok()?;
    let named = change::Names::of(program, newest.outline().as_ref());
    let names = names(&named);
    let machine = Machine::explore_as(&image, memory, options.machine(), &names, &newest.reference()).ok()?;
    let layout = Layout::of(&image);
    let (elements, families) = elements(&machine, &layout, &named, &names);
    let numbers = numbers(&elements, &families, &HashSet::default(), base);
    let (facts, facts_held) = holding(base, &numbers);
    let aspects = Aspects::of(&machine, program, &layout, &named, &elements);
    let (outline, start) = (named.outline(program), machine.fingerprint());
    let losses = losses(base, &Now { numbers: &numbers, aspects: &aspects, outline: &outline, start });
    let memo = Memo::new(base.to_vec(), numbers, Some(machine.fingerprint()));
    let clean = Clean::of(&memo);
    let start = memo.find(machine.fingerprint());
    let is_clean = start.is_some_and(|known| clean.at(known) == Some(Behind::Nothing));
    Some(Estimate { facts, facts_held, states: memo.states(), clean: clean.count(), is_clean, losses })
}

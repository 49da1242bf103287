//! Summaries that are inherited: what earlier runs found out about procedures and loops that are still as they were.
//!
//! He, Yu, Cai: *Efficient summary reuse for software regression verification* (2020), section 5. A summary is ⟨λ, φin, φout⟩
//! (definition 3): under the precision λ, whoever enters the fragment in a state of φin leaves it in one of φout, and meets no
//! error inside. Those of earlier runs are selected by what the fragment is ([`select`], algorithm 1). One is applicable where the state
//! implies φin and the precision at hand is contained in λ. There it takes the place of the search of the fragment, as a *hole* (definition
//! 7): an entrance and its exits with nothing between. A path goes through a hole by its relation as one step, and holes
//! are expanded one by one, only while the path can be taken (algorithm 2, lazy counterexample analysis,
//! [`crate::search`]).
//!
//! Guarantee: a verdict does not rest on any of this. A summary brings along the conditions between its entrance and its exits, they
//! become parts of the proof, and [`crate::proof::certify`] checks them like all others against blocks that are encoded from the
//! program at hand. Only the answer `true` is taken from a search with holes; otherwise the search begins anew as if
//! nothing were known, so no report depends on what earlier runs left.
//!
//! What selection has to guarantee is that the check succeeds without being asked much. Each obligation inside a part is about one
//! block, one leaving of a call, what a procedure may change, what is given to it, or the entrance and exits of a part that it
//! enters. All of these are in the fragment's *key* ([`fragment`]), for the fragment and for all that it enters, under one numbering
//! of symbols, with their sorts, facts, sizes and homes. Equal keys are a renaming of symbols, one to one, under which every
//! block is the same formula; conditions are written in these numbers, so every obligation is the same formula too. A condition may
//! also speak of data that the fragment does not mention: that is kept by all its blocks, so any other such data of that sort
//! may stand for it, and it goes by name. Hence the shortcuts that do not work:
//!
//! - *by fingerprint alone*. Views hold neither regions nor what a procedure may change. A pointer elsewhere that may lead to what
//!   either of two parameters leads to leaves the fingerprint, and makes one region of two (`tests/revisions/aliased_elsewhere`).
//! - *by the fragment's own blocks*. What is entered by a summary is in no block of who enters it
//!   (`tests/revisions/below_the_callee`).
//! - *one map for each procedure*. If `f` reads `x` behind a call of `g`, and `g` sets `x` and `y`, swapping them in `g` is a
//!   renaming of `g`, and none of both (`tests/revisions/swapped_below`).
//! - *with the modified set of before*. It is of the program at hand, like every fact; the key only says that it is the same
//!   set up to names (`tests/revisions/handed_elsewhere`, `one_more_instance`).
//! - *with an error inside*. The relation of such a summary says nothing of the error, so a caller that takes it would not meet
//!   it (`tests/revisions/error_inside`).
//!
//! Deviations: (1) relations by ghosts, as in [`crate::summary`]; (2) a summary keeps what lies between, for the certificate; the search
//! does not see it; (3) any revision, not the previous one: whatever the store has of a key; (4) keys of blocks on top of
//! the fingerprints of algorithm 1; (5) no summary of a fragment from which the error, or what is not modelled, can be
//! reached, or that was not searched to its end: the paper's do not depend on the verdict, and theirs need not, as they
//! lead from states to states and the error is one; (6) λ is what was told apart at the end of the run in the fragment and in all
//! that impacts it, as with precision reuse (5.4), which is always on here; since abstraction is lazy, parts of the
//! summary may be of less, so a hole is also expanded where refinement finds nothing else. Of the precision at hand only what speaks of
//! data that a procedure mentions has to be contained; (7) an expansion searches the fragment and
//! puts all of its paths in place of the hole; the search then comes upon the path again; (8) main is no fragment; (9) a loop
//! is a set of points ([`loops`]), and its exits are where blocks lead out of it, so what calls in place make of a loop is in it, and
//! one that jumps enter in the middle has several entrances. Its summaries say what holds, without ghosts, and what lies inside joins the
//! part that the loop is in; (10) a loop has no fingerprint beside its key, so it may be found in another function.

mod attempt;
mod fragment;
mod loops;
mod section;
mod select;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::abstraction::Place;
use crate::block::Point;
use crate::proof::Part;
use formula::{Symbol, Term};

pub use attempt::proved;
pub use fragment::Fragments;
pub use loops::Scope;
pub use section::write;
pub use select::Cache;

/// How counterexamples with holes are analysed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Cex {
    /// Holes are expanded one by one, and only while a path can be taken.
    #[default]
    Lazy,
    /// All holes of a path are expanded before it is looked at.
    Eager,
}

/// Which fragments are not searched again if they are as they were.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds {
    pub procedures: bool,
    pub loops: bool,
}

/// What is told apart at a place: predicates, and data by its values.
pub type Told = (Vec<Term>, BTreeSet<Symbol>);

/// A summary ⟨λ, φin, φout⟩, with what lies between.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Where the fragment begins.
    pub entrance: Point,
    /// λ, in the fragment and in all that impacts it.
    pub precision: HashMap<Place, Told>,
    /// Its entrance is φin, its nodes at the exits are φout. The parts that it enters are numbers of summaries. The first node of a
    /// loop is its entrance once more: control comes back to it.
    pub part: Part,
}

impl Summary {
    /// The summaries that it enters.
    pub fn uses(&self) -> HashSet<usize> {
        let nodes = self.part.nodes.iter().map(|node| &node.next);
        nodes.chain([&self.part.start]).flat_map(|next| next.parts.iter().copied()).collect()
    }

    /// With other numbers for those that it enters.
    pub fn renumbered(mut self, numbers: &HashMap<usize, usize>) -> Summary {
        let nodes = self.part.nodes.iter_mut().map(|node| &mut node.next);
        for next in nodes.chain([&mut self.part.start]) {
            next.parts = next.parts.iter().filter_map(|it| numbers.get(it)).copied().collect();
        }
        self
    }
}

/// What became of the summaries of earlier runs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Inherited {
    /// What the store has.
    pub offered: u64,
    /// Of fragments that are as they were.
    pub selected: u64,
    /// Entrances that one was applicable to, so that there was a hole.
    pub holes: u64,
    pub expanded: u64,
    /// Summaries that a proof rests on.
    pub used: u64,
}

impl Inherited {
    pub fn plus(self, other: Inherited) -> Inherited {
        Inherited {
            offered: self.offered + other.offered,
            selected: self.selected + other.selected,
            holes: self.holes + other.holes,
            expanded: self.expanded + other.expanded,
            used: self.used + other.used,
        }
    }
}

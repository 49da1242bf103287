//! The fragment view: all that whoever encodes a fragment may look at, as canonical bytes.
//!
//! In the view: the fragment's own operations in full; its locations, numbered as a depth-first walk from its head
//! finds them; nested loops, as a step with numbered exits; locals by name and storage, temporaries by first
//! occurrence; objects, functions and *accessed* fields by name with the facts of [`facts`] and [`symbols`],
//! whole layouts only where whole values move; signatures, targets of indirect calls and whether a callee is
//! defined; whose address is taken; the data model. `main` also holds what the program starts from: the hash of
//! initial values, constructors and destructors, file-scope `asm`.
//!
//! Not in the view: positions, file names, source names of labels and temporaries, file and line told to a failed
//! assertion and its kin, unaccessed fields, bodies of callees and of nested loops, and the fragment's own name: two
//! fragments that do the same have the same view.
//!
//! A temporary that several fragments of a function use is marked in each, and the nested step of the parent
//! says which of its temporaries the child's are, so views together tell who reads what whom wrote.

mod exprs;
mod facts;
mod labels;
pub mod location;
mod ops;
mod symbols;
#[cfg(test)]
mod tests;
mod walk;
mod writer;

use crate::address::Addresses;
use crate::callback::Callbacks;
use crate::callgraph::Calls;
use crate::expr::ExprId;
use crate::fragment::{FragmentId, Fragments};
use crate::program::{Body, FunctionId, LocalId, Location, Program};
use facts::ObjectFacts;
use symbols::{Numbering, ordinals};
use writer::Writer;

/// Version of the bytes. Raised whenever a view of the same fragment may give other bytes than before.
pub const FORMAT: u64 = 4;

/// A fragment as its encoder sees it.
#[derive(Debug, Default)]
pub struct View {
    pub bytes: Vec<u8>,
    /// The locations and nested fragments, by their numbers in the view.
    pub nodes: Vec<Node>,
    /// Where control goes when it leaves the fragment, by number; empty for a procedure.
    pub exits: Vec<Location>,
    /// By number.
    pub temporaries: Vec<LocalId>,
    /// Those among them that other fragments of the function use, too, and not only nested ones.
    pub shared: Vec<LocalId>,
    /// Functions that the fragment itself may call, each once, by name.
    pub callees: Vec<FunctionId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    Location(Location),
    Nested(FragmentId),
}

/// What views draw on: the program and the analyses of the whole of it.
pub struct Context<'a> {
    pub program: &'a Program,
    pub addresses: &'a Addresses,
    pub fragments: &'a Fragments,
    callbacks: Callbacks,
    objects: ObjectFacts<'a>,
    /// Position of each function in the order of names.
    ranks: Vec<u32>,
    /// Number of the first field of each record among the fields of all.
    first_field: Vec<usize>,
    ordinals: Vec<u32>,
    /// Whose spelling does not matter, of functions and of static objects.
    labelled: (Vec<bool>, Vec<bool>),
}

impl<'a> Context<'a> {
    pub fn new(program: &'a Program, addresses: &'a Addresses, fragments: &'a Fragments) -> Context<'a> {
        let mut by_name: Vec<u32> = (0..program.functions.len() as u32).collect();
        by_name.sort_unstable_by_key(|&id| &program.functions[id as usize].name);
        let mut ranks = vec![0; by_name.len()];
        by_name.iter().enumerate().for_each(|(rank, &id)| ranks[id as usize] = rank as u32);
        let mut first_field = vec![0];
        for (_, record) in program.types.records() {
            first_field.push(first_field.last().unwrap_or(&0) + record.fields.len());
        }
        Context {
            program,
            addresses,
            fragments,
            callbacks: Callbacks::of(program, addresses),
            objects: ObjectFacts::new(program, addresses),
            ranks,
            first_field,
            ordinals: ordinals(&program.types),
            labelled: location::labelled(program),
        }
    }

    /// The views of all fragments of a function, in the order of [`Fragments::of_function`].
    pub fn views(&self, function: FunctionId) -> Vec<View> {
        self.encoder(Scope::Fragment).views(function)
    }

    /// Calls `f` on every view of the program, children before parents.
    pub fn for_each(&self, mut f: impl FnMut(FragmentId, &View)) {
        let mut encoder = self.encoder(Scope::Fragment);
        for function in (0..self.program.functions.len() as u32).map(FunctionId) {
            let views = encoder.views(function);
            self.fragments.of_function(function).zip(&views).rev().for_each(|(id, view)| f(id, view));
        }
    }

    fn calls(&self) -> Calls<'_> {
        Calls { program: self.program, addresses: self.addresses, callbacks: &self.callbacks }
    }

    fn encoder(&self, scope: Scope) -> Encoder<'_> {
        let types = &self.program.types;
        Encoder {
            context: self,
            scope,
            function: FunctionId(0),
            body: &NO_BODY,
            out: Writer::default(),
            locals: Numbering::default(),
            objects: Numbering::new(self.program.objects.len()),
            functions: Numbering::new(self.program.functions.len()),
            fields: Numbering::new(*self.first_field.last().unwrap_or(&0)),
            records: Numbering::new(self.ordinals.len()),
            types: Numbering::new(types.len()),
            nodes: Numbering::default(),
            fragment: FragmentId(0),
            homes: Vec::new(),
            temporaries: Vec::new(),
            mentions: Vec::new(),
            callees: Vec::new(),
            entered: Vec::new(),
            work: Vec::new(),
            hidden: Vec::new(),
        }
    }
}

/// What an encoder writes: whole fragments, or single locations, which leave out what the rest of the program
/// has to say of them (see [`location`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    Fragment,
    Location,
}

/// Until there is a function to look at.
static NO_BODY: Body = Body {
    params: Vec::new(),
    locals: Vec::new(),
    exprs: Vec::new(),
    wide: Vec::new(),
    edges: Vec::new(),
    first: Vec::new(),
    exit: Body::ENTRY,
    labels: Vec::new(),
};

/// Writes views, one after the other, into buffers that are used again.
struct Encoder<'a> {
    context: &'a Context<'a>,
    scope: Scope,
    function: FunctionId,
    body: &'a Body,
    out: Writer,
    locals: Numbering,
    objects: Numbering,
    functions: Numbering,
    fields: Numbering,
    records: Numbering,
    types: Numbering,
    /// Of locations, and after them of the function's fragments.
    nodes: Numbering,
    fragment: FragmentId,
    /// For each local the innermost fragment that holds all its uses; empty if there is but one fragment.
    homes: Vec<Option<FragmentId>>,
    temporaries: Vec<LocalId>,
    /// What a location mentions.
    mentions: Vec<location::Mention>,
    callees: Vec<FunctionId>,
    entered: Vec<FunctionId>,
    work: Vec<ExprId>,
    /// Integer constants of which only the type is written.
    hidden: Vec<ExprId>,
}

//! What a view says of objects: their storage, and initial values where an engine may rely on them.
//!
//! The initial value of a *constant* object belongs to everyone who names the object, for an engine may fold what
//! it reads there; so does that of a thread-local one, with which every thread starts anew. It covers the objects
//! of this kind that it points to. The initial values of all other objects
//! matter only where the program starts, so they are in the view of `main`, as one hash over those that can
//! be reached, sorted by name; what is zero is left out.

use crate::address::Addresses;
use crate::extent;
use crate::merkle::{Fingerprint, fingerprint, merkle};
use crate::program::{AddressTarget, Init, Linkage, Object, ObjectId, ObjectKind, Program};
use crate::scc::Graph;
use crate::view::Scope;
use crate::view::labels::Labels;
use crate::view::location::is_labelled;
use crate::view::writer::Writer;

/// Objects as views show them.
pub(crate) struct ObjectFacts<'a> {
    program: &'a Program,
    addresses: &'a Addresses,
    pub labels: Labels,
    /// For objects with content that hold addresses: the hash of the value and of what it points to.
    contents: Vec<Option<Fingerprint>>,
}

impl<'a> ObjectFacts<'a> {
    pub fn new(program: &'a Program, addresses: &'a Addresses) -> ObjectFacts<'a> {
        let (labels, contents) = (Labels::of(program), vec![None; program.objects.len()]);
        let mut facts = ObjectFacts { program, addresses, labels, contents };
        facts.hash_contents();
        facts
    }

    /// Everything a view says of an object. A location says nothing of what one of the program's own is called, and who else may
    /// call it so.
    pub fn write(&self, id: ObjectId, scope: Scope, out: &mut Writer) {
        let object = self.program.object(id);
        let is_named = scope == Scope::Fragment || !is_labelled(object);
        if scope == Scope::Location {
            out.flag(is_named);
        }
        if is_named {
            out.text(&object.name);
        }
        out.byte(match object.kind {
            _ if !is_named => 0,
            ObjectKind::Global => 0,
            ObjectKind::StaticLocal => 1,
            ObjectKind::Compound => 2,
            // Its name is its content.
            ObjectKind::Literal => return out.byte(3),
        });
        out.flag(is_named && object.linkage == Linkage::External);
        out.flag(object.is_thread_local);
        out.flag(object.is_defined);
        out.flag(!object.is_defined && object.is_weak);
        if scope == Scope::Fragment {
            out.flag(self.addresses.is_object_taken(id));
        }
        let is_elastic = scope == Scope::Location && extent::of_object(self.program, object);
        if scope == Scope::Location {
            out.flag(is_elastic);
        }
        if !is_elastic {
            out.number(object.size);
            out.number(object.align);
        }
        let scalar = self.program.types.as_scalar(object.ty);
        out.flag(scalar.is_some());
        scalar.into_iter().for_each(|scalar| out.scalar(scalar));
        out.flag(object.is_constant);
        if scope == Scope::Fragment && has_content(object) {
            match &self.contents[id.index()] {
                Some(hash) => {
                    out.byte(1);
                    out.bytes.extend_from_slice(hash);
                }
                None => {
                    out.byte(0);
                    write_bytes(&object.init, out);
                }
            }
        }
    }

    /// The hash over the initial values that `main` starts from.
    pub fn initial_values(&self) -> Fingerprint {
        let mut objects: Vec<&Object> = (0..self.program.objects.len() as u32)
            .filter(|&id| self.addresses.is_object_reached(ObjectId(id)))
            .map(|id| self.program.object(ObjectId(id)))
            .filter(|object| !has_content(object) && !is_zero(&object.init))
            .collect();
        objects.sort_unstable_by_key(|object| &object.name);
        let mut out = Writer::default();
        for object in objects {
            out.text(&object.name);
            write_bytes(&object.init, &mut out);
            self.write_addresses(&object.init, &mut out);
        }
        fingerprint(&out.bytes)
    }

    /// Only content that holds addresses needs a hash: other content is written in full where it is named.
    fn hash_contents(&mut self) {
        let program = self.program;
        let is_node = |object: &Object| has_content(object) && !object.init.addresses.is_empty();
        let mut nodes: Vec<ObjectId> = Vec::new();
        let mut number = vec![u32::MAX; program.objects.len()];
        for (index, _) in program.objects.iter().enumerate().filter(|(_, object)| is_node(object)) {
            number[index] = nodes.len() as u32;
            nodes.push(ObjectId(index as u32));
        }
        let mut graph = Graph::default();
        for &id in &nodes {
            graph.push(program.object(id).init.addresses.iter().filter_map(|address| match address.target {
                AddressTarget::Object(to) => Some(number[to.index()]).filter(|&to| to != u32::MAX),
                _ => None,
            }));
        }
        // While they are being hashed no object has a hash yet, so each is written by name and bytes; what
        // its addresses lead to enters through the graph.
        let content = |node: u32| {
            let mut out = Writer::default();
            let init = &program.object(nodes[node as usize]).init;
            write_bytes(init, &mut out);
            self.write_addresses(init, &mut out);
            fingerprint(&out.bytes)
        };
        let hashes = merkle(&graph, content, |node| &program.object(nodes[node as usize]).name);
        for (id, hash) in nodes.into_iter().zip(hashes) {
            self.contents[id.index()] = Some(hash);
        }
    }

    fn write_addresses(&self, init: &Init, out: &mut Writer) {
        out.count(init.addresses.len());
        for address in &init.addresses {
            out.number(address.offset);
            out.byte(address.size);
            out.signed(address.addend);
            match address.target {
                AddressTarget::Object(to) => {
                    out.byte(0);
                    self.write(to, Scope::Fragment, out);
                }
                AddressTarget::Function(to) => {
                    out.byte(1);
                    out.text(&self.program.function(to).name);
                    out.flag(self.program.function(to).body.is_some());
                }
                AddressTarget::Label(function, at) => {
                    out.byte(2);
                    out.text(&self.program.function(function).name);
                    out.number(self.labels.rank(function, at));
                }
                AddressTarget::LabelDifference(function, a, b) => {
                    out.byte(3);
                    out.text(&self.program.function(function).name);
                    out.number(self.labels.rank(function, a));
                    out.number(self.labels.rank(function, b));
                }
            }
        }
    }
}

/// Whether everyone who names the object sees its initial value.
fn has_content(object: &Object) -> bool {
    object.is_constant || object.is_thread_local
}

/// The bytes that are not zero: an initialiser may spell zeros out or leave them, and cut its runs anywhere.
fn write_bytes(init: &Init, out: &mut Writer) {
    let mut last_end = None;
    for (start, run) in &init.bytes {
        for (at, &byte) in (*start..).zip(run).filter(|(_, byte)| **byte != 0) {
            if last_end != Some(at) {
                // A byte that is not zero follows, so a zero ends the run.
                out.byte(0);
                out.number(at + 1);
            }
            out.byte(byte);
            last_end = Some(at + 1);
        }
    }
    out.byte(0);
    out.byte(0);
}

fn is_zero(init: &Init) -> bool {
    init.addresses.is_empty() && init.bytes.iter().all(|(_, run)| run.iter().all(|&byte| byte == 0))
}

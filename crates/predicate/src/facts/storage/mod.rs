//! Where the program's data lives in formulas.
//!
//! A register is a bit-vector. An object or local whose address nobody takes is cut into *cells*, the groups of bits that
//! accesses to it share: bit-vectors, or arrays over the multiples of a stride where it is indexed by what is not constant.
//! Accesses that overlap share a cell and take their part of it, so unions and bit-fields are exact.
//!
//! Memory that is reached through pointers is an array from addresses to words for each cell of its region (see
//! [`crate::facts::region`]), or one of bytes where accesses overlap in a way that cells cannot tell. Of the region outside
//! nothing is known: reading it yields anything.

mod initial;
mod lanes;
mod layout;
mod symbols;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeMap;

use cfa::Program;
use cfa::address::Addresses;
use cfa::expr::{ExprId, ExprKind};
use cfa::op::{Destination, Op, Place};
use cfa::program::{Body, FunctionId, LabelId, LocalId, ObjectId, Storage as Kind};
use cfa::types::{DataModel, Scalar};

use crate::externs::Externs;
use crate::facts::key::{Key, Keys};
use crate::facts::region::{RegionId, Regions};
use formula::{Order, Sort, Symbol, Terms};
use layout::Touch;

pub use lanes::{Lanes, Spot};
pub use layout::{Cell, Layout};

/// What a piece of memory belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Owner {
    Object(ObjectId),
    Local(FunctionId, LocalId),
}

impl Owner {
    /// Whether the object may not be changed once it is initialised.
    pub fn is_constant(self, program: &Program) -> bool {
        match self {
            Owner::Object(id) => program.object(id).is_constant,
            Owner::Local(function, local) => {
                let body = program.function(function).body.as_ref();
                body.is_some_and(|body| body.local(local).is_constant)
            }
        }
    }

    pub fn name(self, program: &Program) -> String {
        match self {
            Owner::Object(id) => program.object(id).name.clone(),
            Owner::Local(function, local) => {
                let function = program.function(function);
                let name = function.body.as_ref().map_or("", |body| body.local(local).name.as_str());
                format!("{}::{name}", function.name)
            }
        }
    }
}

/// What has an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Addressed {
    Owner(Owner),
    Function(FunctionId),
    Label(FunctionId, LabelId),
}

/// An address inside an owner: a constant, and what is added to it at run time.
#[derive(Clone, Debug)]
pub struct Inside {
    pub owner: Owner,
    pub offset: i128,
    pub indices: Vec<(ExprId, u64)>,
}

pub struct Storage<'p> {
    pub program: &'p Program,
    regions: Regions<'p>,
    lanes: BTreeMap<RegionId, Lanes>,
    /// Owners whose address is taken.
    taken: HashSet<Owner>,
    /// Whether all that has an address fits well below the heap.
    is_roomy: bool,
    /// Where the next allocation lies.
    pub heap: Symbol,
    /// What `time` and `clock` returned last.
    pub moments: [Symbol; 2],
    layouts: HashMap<Owner, Layout>,
    /// Cells that pointers are stored in.
    pointer_cells: HashSet<Symbol>,
}

pub fn bits_of(scalar: Scalar, model: DataModel) -> u32 {
    match scalar {
        Scalar::Int { bits, .. } => u32::from(bits),
        other => (other.size(model) * 8).min(128) as u32,
    }
}

/// The bits that an access touches: its first from the start of its place, and how many.
pub fn bits_at(place: &Place, model: DataModel) -> (u64, u32) {
    match place.bits {
        Some(bits) => (u64::from(bits.bit), u32::from(bits.width)),
        None => (0, (place.ty.size(model) * 8).min(128) as u32),
    }
}

impl<'p> Storage<'p> {
    pub fn of(
        program: &'p Program,
        addresses: &Addresses,
        externs: Externs,
        terms: &mut Terms,
        keys: &mut Keys,
    ) -> Storage<'p> {
        let word = program.model.pointer_bytes() as u32 * 8;
        let heap = terms.new_symbol("heap".into(), Sort::Bits(word));
        let moments = ["time", "clock"].map(|name| terms.new_symbol(format!("{name}()"), Sort::Bits(word)));
        let mut storage = Storage {
            program,
            regions: Regions::of(program, addresses, externs),
            lanes: BTreeMap::new(),
            taken: HashSet::default(),
            is_roomy: bytes_of(program) < 1 << (word - 3),
            heap,
            moments,
            layouts: HashMap::default(),
            pointer_cells: HashSet::default(),
        };
        let mut accesses: HashMap<Owner, Vec<Touch>> = HashMap::default();
        let mut copies = Vec::new();
        let bodies = (0..).map(FunctionId).zip(&program.functions);
        let bodies = bodies.filter_map(|(id, function)| Some((id, function.body.as_ref()?)));
        let edges = bodies
            .filter(|(id, _)| addresses.is_function_reached(*id))
            .flat_map(|(id, body)| body.edges.iter().map(move |edge| (id, body, edge)));
        for (id, body, edge) in edges.clone() {
            storage.accesses_of(id, body, &edge.op, &mut accesses, &mut copies);
        }
        // What is copied as a whole is cut alike on both sides.
        for _ in 0..8 {
            let mut is_changed = false;
            for &(a, offset_a, b, offset_b, size) in &copies {
                for (from, from_offset, to, to_offset) in
                    [(a, offset_a, b, offset_b), (b, offset_b, a, offset_a)]
                {
                    let inside: Vec<_> = accesses
                        .get(&from)
                        .into_iter()
                        .flatten()
                        .filter(|&&(at, stride, ..)| {
                            stride == 0 && at >= from_offset && at < from_offset + i128::from(size)
                        })
                        .map(|&(at, _, start, width, is_pointer)| {
                            (at - from_offset + to_offset, 0, start, width, is_pointer)
                        })
                        .collect();
                    let list: &mut Vec<_> = accesses.entry(to).or_default();
                    for access in inside {
                        if !list.contains(&access) {
                            list.push(access);
                            is_changed = true;
                        }
                    }
                }
            }
            if !is_changed {
                break;
            }
        }
        let mut owners: Vec<_> = accesses.into_iter().collect();
        owners.sort_unstable_by_key(|(owner, _)| *owner);
        for (owner, list) in owners {
            let is_taken = match owner {
                Owner::Object(id) => addresses.is_object_taken(id),
                Owner::Local(function, local) => addresses.is_local_taken(function, local),
            };
            // Without the guarantee of regions, any pointer may lead to what has its address taken.
            let is_indirect =
                if storage.regions.is_plain() { storage.regions.is_indirect(owner) } else { is_taken };
            if is_indirect || storage.is_foreign(owner) {
                continue;
            }
            if is_taken {
                storage.taken.insert(owner);
            }
            if let Some(layout) = storage.cut(owner, &list, terms, keys) {
                storage.layouts.insert(owner, layout);
            }
        }
        edges.for_each(|(id, body, edge)| storage.sign_cell(id, body, &edge.op, terms));
        keys.insert(Key::Heap, heap);
        terms.set_sign(heap, false);
        storage.bound_heap(terms);
        for (number, symbol) in (0..).zip(moments) {
            keys.insert(Key::Moment(number), symbol);
            terms.set_sign(symbol, true);
            let (zero, moment) = (terms.bits(word, 0), terms.symbol(symbol));
            let is_later = terms.order(Order::Sle, zero, moment);
            terms.set_fact(symbol, is_later);
        }
        let known = if storage.regions.is_plain() { storage.regions.known() } else { Vec::new() };
        let names = storage.regions.names();
        for region in known {
            let name = format!("memory({})", names.get(&region).map_or("", String::as_str));
            let lanes = storage.lanes_of(region, &name, terms, keys);
            storage.lanes.insert(region, lanes);
        }
        storage
    }

    /// The functions that the call through a pointer on an edge may lead to, if that is known.
    pub fn called(&self, function: FunctionId, edge: u32) -> Option<&Vec<FunctionId>> {
        self.regions.called(function, edge)
    }

    /// Objects with cells that code outside C may know: by name, or since their address is taken.
    pub fn owners_known_to(&self, template: &str) -> Vec<Owner> {
        let is_known = |owner: &Owner| match owner {
            Owner::Object(id) => {
                self.taken.contains(owner) || template.contains(self.program.object(*id).name.as_str())
            }
            Owner::Local(..) => self.taken.contains(owner),
        };
        let mut owners: Vec<Owner> = self.layouts.keys().copied().filter(is_known).collect();
        owners.sort_unstable();
        owners
    }

    /// Objects with cells that others may change: all but constants, and locals whose address nobody takes.
    pub fn owners_in_memory(&self) -> Vec<Owner> {
        let is_there = |owner: &Owner| match owner {
            Owner::Object(_) => !owner.is_constant(self.program),
            Owner::Local(..) => self.taken.contains(owner) && !owner.is_constant(self.program),
        };
        let mut owners: Vec<Owner> = self.layouts.keys().copied().filter(is_there).collect();
        owners.sort_unstable();
        owners
    }

    /// The objects that an address may lie in, if all are there whenever it is accessed, and whether it is a multiple of
    /// `align` from their starts for sure.
    pub fn steady_owners(
        &self,
        function: FunctionId,
        body: &Body,
        address: ExprId,
        align: u32,
    ) -> Option<(Vec<Owner>, bool)> {
        let at = self.regions.locate(function, body, address)?;
        let owners = self.regions.steady(at.region)?;
        if !owners.iter().all(|&owner| self.has_constant_size(owner) && !self.ends_early(owner)) {
            return None;
        }
        let align = i64::from(align.max(1));
        let is_aligned = at.offset % align == 0 && self.regions.stride(at.region) as i64 % align == 0;
        Some((owners, is_aligned))
    }

    pub fn has_constant_size(&self, owner: Owner) -> bool {
        !self.is_variable_length(owner) && !self.is_foreign(owner)
    }

    /// Whether a local may end before its function does.
    fn ends_early(&self, owner: Owner) -> bool {
        let Owner::Local(function, local) = owner else { return false };
        let body = self.program.function(function).body.as_ref();
        body.is_none_or(|body| {
            body.edges.iter().any(|edge| matches!(&edge.op, Op::End { locals } if locals.contains(&local)))
        })
    }

    /// Whether others define an object, and may change it or know it by another name.
    fn is_foreign(&self, owner: Owner) -> bool {
        matches!(owner, Owner::Object(id) if !self.program.object(id).is_defined)
    }

    pub fn is_variable_length(&self, owner: Owner) -> bool {
        let Owner::Local(function, local) = owner else { return false };
        let body = self.program.function(function).body.as_ref();
        body.is_some_and(|body| matches!(body.local(local).storage, Kind::Memory { is_variable: true, .. }))
    }

    pub fn name(&self, owner: Owner) -> String {
        owner.name(self.program)
    }

    /// The owner that an address lies in, if the expression tells.
    pub fn inside(&self, function: FunctionId, body: &Body, address: ExprId) -> Option<Inside> {
        inside(self.program, function, body, address)
    }

    /// Bits of a pointer.
    pub fn word(&self) -> u32 {
        self.program.model.pointer_bytes() as u32 * 8
    }

    pub fn layout(&self, owner: Owner) -> Option<&Layout> {
        self.layouts.get(&owner)
    }

    /// Whether pointers are stored in a cell.
    pub fn holds_pointers(&self, symbol: Symbol) -> bool {
        self.pointer_cells.contains(&symbol)
    }

    pub fn size_of(&self, owner: Owner) -> u64 {
        match owner {
            Owner::Object(id) => self.program.object(id).size,
            Owner::Local(function, local) => {
                let body = self.program.function(function).body.as_ref();
                match body.map(|body| body.local(local).storage) {
                    Some(Kind::Memory { size, .. }) => size,
                    _ => 0,
                }
            }
        }
    }
}

/// How much memory all objects and locals of a program take.
fn bytes_of(program: &Program) -> u64 {
    let objects = program.objects.iter().map(|object| object.size);
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let locals = bodies.flat_map(|body| &body.locals).map(|local| match local.storage {
        Kind::Memory { size, .. } => size,
        Kind::Register(_) => 0,
    });
    objects.chain(locals).fold(0, u64::saturating_add)
}

/// The owner that an address lies in, if the expression tells.
pub fn inside(program: &Program, function: FunctionId, body: &Body, address: ExprId) -> Option<Inside> {
    let at = |owner| Some(Inside { owner, offset: 0, indices: Vec::new() });
    match body.expr(address).kind {
        ExprKind::Object(id) => at(Owner::Object(id)),
        ExprKind::Address(local) => at(Owner::Local(function, local)),
        ExprKind::Field { base, record, field } => {
            let mut it = inside(program, function, body, base)?;
            it.offset += i128::from(program.types.record(record).fields[field as usize].offset);
            Some(it)
        }
        ExprKind::Index { base, index, scale } => {
            let mut it = inside(program, function, body, base)?;
            match body.constant(index) {
                Some(index) => it.offset += index * i128::from(scale),
                None if scale == 0 => {}
                None => it.indices.push((index, scale)),
            }
            Some(it)
        }
        ExprKind::Convert { operand } if body.expr(operand).ty == Scalar::Pointer => {
            inside(program, function, body, operand)
        }
        _ => None,
    }
}

/// The destination's address, where a value goes to memory.
pub fn destination(dst: &Destination) -> Option<ExprId> {
    match dst {
        Destination::Memory(address) => Some(*address),
        _ => None,
    }
}

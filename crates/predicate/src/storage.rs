//! Where the program's data lives in formulas.
//!
//! A register is a bit-vector. An object or local whose address nobody takes is cut into *cells*, the groups of bits that
//! accesses to it share: bit-vectors, or arrays over the multiples of a stride where it is indexed by what is not constant.
//! Accesses that overlap share a cell and take their part of it, so unions and bit-fields are exact.
//!
//! Memory that is reached through pointers is an array from addresses to words for each cell of its region (see
//! [`crate::region`]), or one of bytes where accesses overlap in a way that cells cannot tell. Of the region outside
//! nothing is known: reading it yields anything.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeMap;

use cfa::Program;
use cfa::address::Addresses;
use cfa::expr::{ExprId, ExprKind};
use cfa::op::{Callee, Destination, Op, Place, Value};
use cfa::program::{
    AddressTarget, Body, FunctionId, LabelId, LocalId, ObjectId, ObjectKind, Storage as Kind,
};
use cfa::types::{DataModel, Scalar, Type};

use crate::externs::Externs;
use crate::key::{Key, Keys};
use crate::region::{RegionId, Regions, gcd};
use crate::term::{Order, Sort, Symbol, Term, Terms, Word};

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

/// Bits of an owner that one symbol stands for; with a stride, in each of its multiples.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub start: u64,
    pub width: u32,
    pub symbol: Symbol,
}

/// How an owner is cut. Cells are sorted and do not overlap.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Bytes; 0 if all accesses are at constant offsets.
    pub stride: u64,
    pub cells: Vec<Cell>,
}

/// An address inside an owner: a constant, and what is added to it at run time.
#[derive(Clone, Debug)]
pub struct Inside {
    pub owner: Owner,
    pub offset: i128,
    pub indices: Vec<(ExprId, u64)>,
}

/// The arrays of a region.
#[derive(Clone, Debug)]
pub enum Lanes {
    Cells(Layout),
    /// Of bytes, by address.
    Bytes(Symbol),
}

/// A part of a region's memory.
#[derive(Clone, Copy, Debug)]
pub enum Spot {
    /// A cell whose first byte lies so far before the address, and the first bit in it.
    Cell { cell: Cell, before: i64, first: u32 },
    /// The bytes at the address, and the first bit in them.
    Bytes { symbol: Symbol, first: u32 },
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
    keys: Keys,
    /// Cells that pointers are stored in.
    pointer_cells: HashSet<Symbol>,
    /// What cells of constant objects hold, of those that were asked for.
    constants: HashMap<Symbol, Option<Term>>,
}

/// An access to an owner: offset, stride, first bit, bits, and whether it moves a pointer.
type Touch = (i128, u64, u64, u32, bool);

/// The widest cell.
const WIDEST: u64 = 128;
/// Elements of an initialised array that are told apart at the start.
const ELEMENTS: u64 = 4096;
/// Elements of a constant array whose values are told wherever it is read.
const TABLE: u64 = 64;
/// Cells of a region that one operation writes one by one.
const MANY: u64 = 256;

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
            keys: Keys::default(),
            pointer_cells: HashSet::default(),
            constants: HashMap::default(),
        };
        let mut accesses: HashMap<Owner, Vec<Touch>> = HashMap::default();
        let mut copies = Vec::new();
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            let Some(body) = function.body.as_ref().filter(|_| addresses.is_function_reached(id)) else {
                continue;
            };
            for edge in &body.edges {
                storage.accesses_of(id, body, &edge.op, &mut accesses, &mut copies);
            }
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
            if let Some(layout) = storage.cut(owner, &list, terms) {
                storage.layouts.insert(owner, layout);
            }
        }
        storage.keys.insert(Key::Heap, heap);
        terms.set_sign(heap, false);
        storage.bound_heap(terms);
        for (number, symbol) in (0..).zip(moments) {
            storage.keys.insert(Key::Moment(number), symbol);
            terms.set_sign(symbol, true);
            let (zero, moment) = (terms.bits(word, 0), terms.symbol(symbol));
            let is_later = terms.order(Order::Sle, zero, moment);
            terms.set_fact(symbol, is_later);
        }
        let known = if storage.regions.is_plain() { storage.regions.known() } else { Vec::new() };
        let names = storage.regions.names();
        for region in known {
            let name = format!("memory({})", names.get(&region).map_or("", String::as_str));
            let lanes = storage.lanes_of(region, &name, terms);
            storage.lanes.insert(region, lanes);
        }
        storage
    }

    /// The functions that the call through a pointer on an edge may lead to, if that is known.
    pub fn called(&self, function: FunctionId, edge: u32) -> Option<&Vec<FunctionId>> {
        self.regions.called(function, edge)
    }

    /// Static objects lie below the heap, which grows and has an end.
    fn bound_heap(&mut self, terms: &mut Terms) {
        let (word, heap) = (self.word(), terms.symbol(self.heap));
        let (base, end) = (terms.bits(word, self.heap_base()), terms.bits(word, self.heap_base() * 3));
        let (from, until) = (terms.order(Order::Ule, base, heap), terms.order(Order::Ule, heap, end));
        let fact = terms.and(from, until);
        terms.set_fact(self.heap, fact);
    }

    pub fn heap_base(&self) -> u128 {
        1 << (self.word() - 2)
    }

    /// Cuts a region into cells, or takes it byte by byte.
    fn lanes_of(&mut self, region: RegionId, name: &str, terms: &mut Terms) -> Lanes {
        let stride = self.regions.stride(region);
        let accesses = self.regions.accesses(region);
        let ranges = accesses.iter().map(|&(offset, start, width)| {
            let first = u64::try_from(offset).ok()? * 8 + start;
            let is_inside = stride == 0 || first + u64::from(width) <= stride * 8;
            is_inside.then_some((first, first + u64::from(width)))
        });
        let merged = ranges.collect::<Option<Vec<_>>>().and_then(merge);
        let word = self.word();
        match merged {
            Some(merged) => {
                let mut cells = Vec::new();
                for (start, end) in merged {
                    let width = (end - start) as u32;
                    let full = format!("{name}+{}", start / 8);
                    let symbol = terms.new_symbol(full, Sort::Array { index: word, value: width });
                    self.keys.insert(Key::Lane(region, start, width), symbol);
                    cells.push(Cell { start, width, symbol });
                }
                Lanes::Cells(Layout { stride, cells })
            }
            None => {
                let symbol = terms.new_symbol(name.into(), Sort::Array { index: word, value: 8 });
                self.keys.insert(Key::Bytes(region), symbol);
                Lanes::Bytes(symbol)
            }
        }
    }

    /// The arrays of the region that an address points to, and the offset it has there; nothing if it is not known.
    pub fn lanes(&self, function: FunctionId, body: &Body, address: ExprId) -> Option<(Lanes, i64)> {
        let at = self.regions.locate(function, body, address)?;
        Some((self.lanes.get(&at.region)?.clone(), at.offset))
    }

    /// The arrays of what a register points to.
    pub fn lanes_of_register(&self, function: FunctionId, local: LocalId) -> Option<(Lanes, i64)> {
        let at = self.regions.locate_register(function, local)?;
        Some((self.lanes.get(&at.region)?.clone(), at.offset))
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

    pub fn all_lanes(&self) -> Vec<Lanes> {
        self.lanes.values().cloned().collect()
    }

    /// The arrays of an owner's region.
    pub fn lanes_of_owner(&self, owner: Owner) -> Option<Lanes> {
        self.lanes.get(&self.regions.region_of(owner)?).cloned()
    }

    /// Where the bits of an access lie in a region.
    pub fn spot(lanes: &Lanes, offset: i64, start: u64, width: u32) -> Option<Spot> {
        match lanes {
            Lanes::Bytes(symbol) => Some(Spot::Bytes { symbol: *symbol, first: start as u32 }),
            Lanes::Cells(layout) => {
                let first = u64::try_from(offset).ok()? * 8 + start;
                let end = first + u64::from(width);
                let cell = layout
                    .cells
                    .iter()
                    .find(|cell| cell.start <= first && end <= cell.start + u64::from(cell.width))?;
                let before = offset - (cell.start / 8) as i64;
                Some(Spot::Cell { cell: *cell, before, first: (first - cell.start) as u32 })
            }
        }
    }

    /// The cells of `size` bytes from an offset on, each with its distance from there; nothing if some lie there only in
    /// part, or they are too many.
    pub fn cells_within(lanes: &Lanes, offset: i64, size: u64) -> Option<Vec<(Cell, u64)>> {
        let offset = u64::try_from(offset).ok()?;
        let (from, to) = (offset * 8, offset.checked_add(size)?.checked_mul(8)?);
        let mut found = Vec::new();
        match lanes {
            Lanes::Bytes(symbol) => {
                if size > MANY {
                    return None;
                }
                found.extend((0..size).map(|at| (Cell { start: 0, width: 8, symbol: *symbol }, at)));
            }
            Lanes::Cells(layout) => {
                for cell in &layout.cells {
                    let mut turn = 0;
                    loop {
                        let start = cell.start + turn * layout.stride * 8;
                        let end = start + u64::from(cell.width);
                        if start >= to || layout.stride == 0 && turn > 0 {
                            break;
                        }
                        if end > from {
                            if start < from || end > to || found.len() as u64 >= MANY {
                                return None;
                            }
                            found.push((*cell, start / 8 - offset));
                        }
                        turn += 1;
                    }
                }
            }
        }
        Some(found)
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

    #[allow(clippy::type_complexity)]
    fn accesses_of(
        &self,
        function: FunctionId,
        body: &Body,
        op: &Op,
        accesses: &mut HashMap<Owner, Vec<Touch>>,
        copies: &mut Vec<(Owner, i128, Owner, i128, u64)>,
    ) {
        let mut scalar = |place: &Place| {
            if let Some(inside) = self.inside(function, body, place.address) {
                let (start, width) = bits_at(place, self.program.model);
                let stride = inside.indices.iter().fold(0, |stride, &(_, scale)| gcd(stride, scale));
                let touch = (inside.offset, stride, start, width, place.ty == Scalar::Pointer);
                let list = accesses.entry(inside.owner).or_default();
                if !list.contains(&touch) {
                    list.push(touch);
                }
            }
        };
        match op {
            Op::Load { place, .. } | Op::Store { place, .. } => scalar(place),
            Op::Atomic(atomic) => scalar(&atomic.place),
            _ => {}
        }
        let mut copy = |dst: ExprId, src: ExprId, size: u64| {
            let sides = (self.inside(function, body, dst), self.inside(function, body, src));
            if let (Some(dst), Some(src)) = sides
                && dst.indices.is_empty()
                && src.indices.is_empty()
            {
                copies.push((dst.owner, dst.offset, src.owner, src.offset, size));
            }
        };
        match op {
            Op::Copy { dst, src, ty, .. } => {
                copy(*dst, *src, self.program.types.size(*ty, self.program.model))
            }
            Op::Call { callee: Callee::Direct(callee), args, .. } => {
                let Some(target) = &self.program.function(*callee).body else { return };
                for (arg, &param) in args.iter().zip(&target.params) {
                    if let Value::Aggregate(address, ty) = arg
                        && let Some(src) = self.inside(function, body, *address)
                        && src.indices.is_empty()
                    {
                        let size = self.program.types.size(*ty, self.program.model);
                        copies.push((Owner::Local(*callee, param), 0, src.owner, src.offset, size));
                    }
                }
            }
            _ => {}
        }
    }

    /// Cuts an owner into cells, unless accesses overlap in a way that cells cannot tell.
    fn cut(&mut self, owner: Owner, list: &[Touch], terms: &mut Terms) -> Option<Layout> {
        let stride = list.iter().fold(0, |stride, access| gcd(stride, access.1));
        let mut ranges = Vec::new();
        let mut pointers = Vec::new();
        for &(offset, _, start, width, is_pointer) in list {
            let residue = if stride == 0 { offset } else { offset.rem_euclid(i128::from(stride)) };
            let first = u64::try_from(residue).ok()? * 8 + start;
            if is_pointer {
                pointers.push(first);
            }
            if stride != 0 && first + u64::from(width) > stride * 8 {
                return None;
            }
            ranges.push((first, first + u64::from(width)));
        }
        let merged = merge(ranges)?;
        let name = self.name(owner);
        let word = self.word();
        let mut cells = Vec::new();
        for (start, end) in merged {
            let width = (end - start) as u32;
            let sort =
                if stride == 0 { Sort::Bits(width) } else { Sort::Array { index: word, value: width } };
            let full = match (start, stride) {
                (0, 0) => name.clone(),
                (_, 0) => format!("{name}+{}", start / 8),
                _ => format!("{name}[]+{}", start / 8),
            };
            let symbol = terms.new_symbol(full, sort);
            self.keys.insert(Key::Cell(owner, start, width), symbol);
            terms.set_sign(symbol, false);
            if pointers.iter().any(|&first| start <= first && first < end) {
                self.pointer_cells.insert(symbol);
            }
            cells.push(Cell { start, width, symbol });
        }
        Some(Layout { stride, cells })
    }

    /// Bits of a pointer.
    pub fn word(&self) -> u32 {
        self.program.model.pointer_bytes() as u32 * 8
    }

    pub fn layout(&self, owner: Owner) -> Option<&Layout> {
        self.layouts.get(&owner)
    }

    pub fn register(&mut self, terms: &mut Terms, function: FunctionId, local: LocalId) -> Symbol {
        let key = Key::Register(function, local);
        if let Some(symbol) = self.keys.symbol(key) {
            return symbol;
        }
        let owner = self.program.function(function);
        let body = owner.body.as_ref().expect("a local belongs to a body");
        let Kind::Register(scalar) = body.local(local).storage else {
            unreachable!("a register is a scalar")
        };
        let name = format!("{}::{}", owner.name, body.local(local).name);
        let symbol = terms.new_symbol(name, Sort::Bits(bits_of(scalar, self.program.model)));
        self.keys.insert(key, symbol);
        terms.set_sign(symbol, scalar.is_signed());
        symbol
    }

    /// What a function returns, until its caller has taken it.
    pub fn result(&mut self, terms: &mut Terms, function: FunctionId, width: u32) -> Symbol {
        let key = Key::Result(function);
        if let Some(symbol) = self.keys.symbol(key) {
            return symbol;
        }
        let name = format!("{}::return", self.program.function(function).name);
        let symbol = terms.new_symbol(name, Sort::Bits(width));
        self.keys.insert(key, symbol);
        let is_signed = match self.program.types.get(self.program.function(function).ty) {
            Type::Function(it) => self.program.types.as_scalar(it.result).is_none_or(Scalar::is_signed),
            _ => true,
        };
        terms.set_sign(symbol, is_signed);
        symbol
    }

    /// What data of a function's call was when it was entered.
    pub fn ghost(&mut self, terms: &mut Terms, function: FunctionId, data: Symbol) -> Symbol {
        let key = Key::Ghost(function, data);
        if let Some(ghost) = self.keys.symbol(key) {
            return ghost;
        }
        let name = format!("old({})", terms.symbol_name(data));
        let ghost = terms.copy_symbol(data, name);
        self.keys.insert(key, ghost);
        ghost
    }

    pub fn address(&mut self, terms: &mut Terms, of: Addressed) -> Term {
        let key = Key::Address(of);
        if let Some(symbol) = self.keys.symbol(key) {
            return terms.symbol(symbol);
        }
        let name = match of {
            Addressed::Owner(owner) => self.name(owner),
            Addressed::Function(id) => self.program.function(id).name.clone(),
            Addressed::Label(function, label) => {
                format!("{}&&{}", self.program.function(function).name, label.0)
            }
        };
        let (name, size) = (format!("&{name}"), self.room(of));
        let symbol = if size > 0 {
            terms.new_address(name, self.word(), size)
        } else {
            terms.new_symbol(name, Sort::Bits(self.word()))
        };
        self.keys.insert(key, symbol);
        // Neither null nor in the heap.
        let address = terms.symbol(symbol);
        let zero = terms.bits(self.word(), 0);
        let is_null = terms.eq(address, zero);
        let is_there = terms.not(is_null);
        if !self.is_roomy {
            terms.set_fact(symbol, is_there);
            return address;
        }
        let end = self.heap_base().saturating_sub(size.max(1).into());
        let end = terms.bits(self.word(), end);
        let is_below = terms.order(Order::Ule, address, end);
        let zero = terms.order(Order::Ult, zero, address);
        let fact = terms.all([is_there, zero, is_below]);
        terms.set_fact(symbol, fact);
        address
    }

    /// Bytes from an address on in which nothing else lies; 0 where the same address may have several names: labels,
    /// literals, what others define; and where there is too little room to say so.
    fn room(&self, of: Addressed) -> u64 {
        match of {
            _ if !self.is_roomy => 0,
            Addressed::Owner(Owner::Object(id)) => {
                let object = self.program.object(id);
                let is_alone = object.is_defined && object.kind != ObjectKind::Literal;
                if is_alone { object.size } else { 0 }
            }
            Addressed::Owner(owner) => self.size_of(owner),
            Addressed::Function(id) => u64::from(self.program.function(id).body.is_some()),
            Addressed::Label(..) => 0,
        }
    }

    /// What a symbol stands for; nothing if it is an unknown value.
    pub fn key(&self, symbol: Symbol) -> Option<Key> {
        self.keys.key(symbol)
    }

    /// Whether a symbol is the address of something.
    pub fn is_address(&self, symbol: Symbol) -> bool {
        matches!(self.key(symbol), Some(Key::Address(_)))
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

    pub fn register_of(&self, symbol: Symbol) -> Option<(FunctionId, LocalId)> {
        match self.key(symbol) {
            Some(Key::Register(function, local)) => Some((function, local)),
            _ => None,
        }
    }

    /// The function whose call a symbol's data belongs to.
    pub fn home(&self, symbol: Symbol) -> Option<FunctionId> {
        self.key(symbol)?.home()
    }

    /// Whether a symbol stands for data of the program.
    pub fn is_variable(&self, symbol: Symbol) -> bool {
        self.key(symbol).is_some_and(|key| !matches!(key, Key::Address(_)))
    }

    /// The cell of an owner that holds these bits, and the first of them in it.
    pub fn cell(&self, owner: Owner, offset: i128, start: u64, width: u32) -> Option<(Cell, u32)> {
        let layout = self.layout(owner)?;
        let residue = if layout.stride == 0 { offset } else { offset.rem_euclid(i128::from(layout.stride)) };
        let first = u64::try_from(residue).ok()? * 8 + start;
        let cell = layout.cells.iter().find(|cell| {
            cell.start <= first && first + u64::from(width) <= cell.start + u64::from(cell.width)
        })?;
        Some((*cell, (first - cell.start) as u32))
    }

    /// All cells with their values when the program starts, but for what is not known then.
    pub fn initial(&mut self, terms: &mut Terms) -> Vec<(Symbol, Term)> {
        let mut values = Vec::new();
        let mut owners: Vec<(Owner, Layout)> = self.layouts.iter().map(|(o, l)| (*o, l.clone())).collect();
        owners.sort_unstable_by_key(|(owner, _)| *owner);
        for (owner, layout) in owners {
            let Owner::Object(id) = owner else { continue };
            if !self.program.object(id).is_defined {
                continue;
            }
            for cell in &layout.cells {
                if let Some(value) = self.initial_cell(terms, id, &layout, cell) {
                    values.push((cell.symbol, value));
                }
            }
        }
        values.extend(self.initial_regions(terms));
        values
    }

    /// What a cell of a constant object always holds, unless it is large.
    pub fn constant(&mut self, terms: &mut Terms, owner: Owner, cell: &Cell) -> Option<Term> {
        let Owner::Object(id) = owner else { return None };
        let object = self.program.object(id);
        if !object.is_constant || !object.is_defined {
            return None;
        }
        if let Some(&known) = self.constants.get(&cell.symbol) {
            return known;
        }
        let layout = self.layout(owner)?.clone();
        let is_small = layout.stride == 0 || object.size.div_ceil(layout.stride) <= TABLE;
        let value = is_small.then(|| self.initial_cell(terms, id, &layout, cell)).flatten();
        self.constants.insert(cell.symbol, value);
        value
    }

    /// What static objects hold at the start that are reached through pointers. Of those with many cells nothing is said.
    fn initial_regions(&mut self, terms: &mut Terms) -> BTreeMap<Symbol, Term> {
        let mut arrays: BTreeMap<Symbol, Term> = BTreeMap::new();
        let lanes: Vec<(RegionId, Lanes)> = self.lanes.iter().map(|(r, l)| (*r, l.clone())).collect();
        for (region, lanes) in lanes {
            for owner in self.regions.owners(region) {
                let Owner::Object(id) = owner else { continue };
                let object = self.program.object(id);
                if !object.is_defined {
                    continue;
                }
                let Some(cells) = Storage::cells_within(&lanes, 0, object.size) else { continue };
                let base = self.address(terms, Addressed::Owner(owner));
                for (cell, at) in cells {
                    let bits = (at * 8 + cell.start % 8, cell.width);
                    let Some(value) = self.initial_bits(terms, id, bits, true) else { continue };
                    let at = terms.bits(self.word(), at.into());
                    let index = terms.word(Word::Add, base, at);
                    let array = match arrays.get(&cell.symbol) {
                        Some(&array) => array,
                        None => terms.symbol(cell.symbol),
                    };
                    arrays.insert(cell.symbol, terms.store(array, index, value));
                }
            }
        }
        arrays
    }

    fn initial_cell(
        &mut self,
        terms: &mut Terms,
        id: ObjectId,
        layout: &Layout,
        cell: &Cell,
    ) -> Option<Term> {
        let is_pointer = self.holds_pointers(cell.symbol);
        if layout.stride == 0 {
            return self.initial_bits(terms, id, (cell.start, cell.width), is_pointer);
        }
        let count = self.program.object(id).size.div_ceil(layout.stride);
        if count > ELEMENTS {
            let init = &self.program.object(id).init;
            let is_zero =
                init.addresses.is_empty() && init.bytes.iter().all(|(_, run)| run.iter().all(|&b| b == 0));
            let zero = terms.bits(cell.width, 0);
            return is_zero.then(|| terms.fill(self.word(), zero));
        }
        let zero = terms.bits(cell.width, 0);
        let mut array = terms.fill(self.word(), zero);
        for element in 0..count {
            let start = element * layout.stride * 8 + cell.start;
            let value = self.initial_bits(terms, id, (start, cell.width), is_pointer)?;
            if terms.constant(value) != Some(0) {
                let index = terms.bits(self.word(), (element * layout.stride).into());
                array = terms.store(array, index, value);
            }
        }
        Some(array)
    }

    /// Initial bits of an object: first and how many, and whether they are read as pointers. As a number, an address is any.
    fn initial_bits(
        &mut self,
        terms: &mut Terms,
        id: ObjectId,
        (start, width): (u64, u32),
        is_pointer: bool,
    ) -> Option<Term> {
        let init = &self.program.object(id).init;
        let (first, end) = (start / 8, (start + u64::from(width)).div_ceil(8));
        if let Some(address) =
            init.addresses.iter().find(|a| a.offset < end && first < a.offset + u64::from(a.size))
        {
            let is_whole = address.offset * 8 == start && u32::from(address.size) * 8 == width;
            let target = match address.target {
                // The address of what nothing defines may be null.
                AddressTarget::Object(id)
                    if self.program.object(id).is_weak && !self.program.object(id).is_defined =>
                {
                    return None;
                }
                AddressTarget::Function(id)
                    if self.program.function(id).is_weak && self.program.function(id).body.is_none() =>
                {
                    return None;
                }
                AddressTarget::Object(id) => Addressed::Owner(Owner::Object(id)),
                AddressTarget::Function(id) => Addressed::Function(id),
                AddressTarget::Label(function, label) => Addressed::Label(function, label),
                AddressTarget::LabelDifference(..) => return None,
            };
            let addend = address.addend;
            if !is_whole || !is_pointer || width != self.word() {
                return None;
            }
            let base = self.address(terms, target);
            let addend = terms.bits(width, addend as i128 as u128);
            return Some(terms.word(Word::Add, base, addend));
        }
        let byte = |at: u64| {
            init.bytes
                .iter()
                .find(|(offset, run)| *offset <= at && at < offset + run.len() as u64)
                .map_or(0, |(offset, run)| run[(at - offset) as usize])
        };
        let mut value = 0u128;
        for at in (first..end).rev() {
            if at - first >= 16 {
                return None;
            }
            value = value << 8 | u128::from(byte(at));
        }
        Some(terms.bits(width, value >> (start % 8)))
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

/// Ranges that overlap as one; nothing if one is too wide then.
fn merge(mut ranges: Vec<(u64, u64)>) -> Option<Vec<(u64, u64)>> {
    ranges.sort_unstable();
    let mut merged: Vec<(u64, u64)> = Vec::new();
    for (start, end) in ranges {
        match merged.last_mut() {
            Some(last) if start < last.1 => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    merged.iter().all(|(start, end)| end - start <= WIDEST).then_some(merged)
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

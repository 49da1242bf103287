//! Which memory may be the same: regions.
//!
//! Steensgaard: *Points-to analysis in almost linear time* (POPL 1996), with fields by offset as in Lattner, Lenharth, Adve:
//! *Making context-sensitive points-to analysis with heap cloning practical* (PLDI 2007).
//!
//! Guarantee: if an expression has an address of an object, the object is in the expression's region, and its distance from
//! the object's start is the expression's offset, or differs from it by a multiple of the region's stride. So accesses
//! whose bits do not overlap in their region never touch the same memory. It holds for runs without undefined
//! behaviour (arithmetic stays inside an object), and only if addresses travel as pointers: [`Regions::is_plain`]. A program
//! that makes numbers of addresses or addresses of numbers, other than to compare them, or accesses memory that holds
//! pointers as something else, is not plain, and then nothing is claimed at all.
//!
//! Deviations: (1) regions whose offsets do not match get a stride (a greatest common divisor) instead of being
//! collapsed; (2) integers carry no addresses, since only plain programs are looked at; (3) whatever reaches an undefined
//! function, comes from one, or lies at an address that is given as a number, is one region, [`Regions::outside`], of
//! which nothing else is claimed.

use rustc_hash::FxHashMap as HashMap;
use std::collections::{BTreeMap, BTreeSet};

use cfa::Program;
use cfa::address::Addresses;
use cfa::expr::{Binary, ExprId, ExprKind};
use cfa::library::{self, Trait};
use cfa::op::{AtomicOp, Callee, Destination, Op, Place, Value};
use cfa::program::{AddressTarget, Body, FunctionId, LocalId, ObjectId, Storage as Kind};
use cfa::types::{DataModel, Scalar, Type, TypeId};

use crate::externs::Externs;
use crate::storage::{Owner, bits_at};

/// A region, by number; several may have become one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegionId(u32);

/// Where a value points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    pub region: RegionId,
    pub offset: i64,
}

#[derive(Clone, Debug, Default)]
struct Region {
    /// The one that this one has become a part of.
    part_of: Option<RegionId>,
    /// 0 if offsets are exact.
    stride: u64,
    /// What is stored there points to: by offset, with the size.
    fields: BTreeMap<i64, (u64, Pointer)>,
    /// Bits that are accessed: offset, first bit, how many.
    accesses: BTreeSet<(i64, u64, u32)>,
    owners: Vec<Owner>,
    /// Accessed through a pointer.
    is_indirect: bool,
    /// Accesses that move no pointer: offset and bytes.
    numbers: BTreeSet<(i64, u64)>,
    /// Functions that may be pointed to.
    functions: BTreeSet<FunctionId>,
}

impl Region {
    fn holds_pointers_apart(&self) -> bool {
        let stride = self.stride as i64;
        let meets = |(at, size): (i64, u64), (offset, other): (i64, u64)| {
            at < offset + other as i64 && offset < at + size as i64
        };
        self.numbers.iter().all(|&number| {
            let number = (if stride == 0 { number.0 } else { number.0.rem_euclid(stride) }, number.1);
            // What is as large as the stride meets everything.
            if stride != 0 && number.1 as i64 >= stride {
                return self.fields.is_empty();
            }
            self.fields.iter().all(|(&offset, &(size, _))| {
                let field = (offset, size);
                let around = stride != 0
                    && (meets((number.0 - stride, number.1), field)
                        || meets((number.0 + stride, number.1), field));
                !meets(number, field)
                    && !around
                    && (stride == 0 || (size as i64) < stride.max(1) || number.1 == 0)
            })
        })
    }
}

/// What holds an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Holder {
    Register(FunctionId, LocalId),
    Result(FunctionId),
    /// Where an aggregate goes that a function returns.
    Area(FunctionId),
    /// What an allocation yields: the function and the edge.
    Allocation(FunctionId, u32),
    /// Where an expression names a function: one region for each, since there is nothing in it that others could change.
    Code(FunctionId, ExprId),
}

pub struct Regions<'p> {
    program: &'p Program,
    all: Vec<Region>,
    owners: HashMap<Owner, RegionId>,
    holders: HashMap<Holder, Pointer>,
    /// Whether addresses travel as pointers only.
    is_plain: bool,
    outside: RegionId,
    work: Vec<(Pointer, Pointer)>,
    carriers: Carriers,
    called: BTreeMap<(FunctionId, u32), Vec<FunctionId>>,
}

/// What addresses are followed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Carriers {
    /// Pointers. Where that is not all, nothing is claimed.
    Pointers,
    /// Numbers too: whatever becomes one is outside, and so is what comes from one.
    Numbers,
}

/// A call through a pointer.
struct Indirect<'a> {
    here: (FunctionId, &'a Body),
    number: u32,
    pointer: ExprId,
    ty: TypeId,
    dst: &'a Destination,
    args: &'a [Value],
}

/// An offset in a region that no cell has.
const NOWHERE: i64 = -1;

/// Numbers below this, or as far below zero, are addresses of nothing: null, and results that say what went wrong.
pub const FIRST_PAGE: u64 = 4096;

/// What a call of an undefined function does to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    None,
    Allocates,
    /// Copies from the second argument to the first, and returns the first.
    Copies,
    /// Fills the first argument and returns it.
    Fills,
    /// Anything behind its arguments may change.
    Writes,
    /// Nothing is known of it.
    Outside,
}

pub fn effect(name: &str) -> Effect {
    let known = library::find(name);
    let of_trait = |what: &Trait| match what {
        Trait::Copies => Some(Effect::Copies),
        Trait::Fills => Some(Effect::Fills),
        Trait::Fresh => Some(Effect::Allocates),
        Trait::Harmless => Some(Effect::None),
        _ => None,
    };
    known.and_then(|row| row.traits.iter().find_map(of_trait)).unwrap_or_else(|| match known {
        _ if library::is_input(name) => Effect::None,
        Some(row) if row.is_modelled() => Effect::Writes,
        _ => Effect::Outside,
    })
}

pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl<'p> Regions<'p> {
    pub fn of(program: &'p Program, addresses: &Addresses, externs: Externs) -> Regions<'p> {
        let mut regions = Regions::analyse(program, addresses, externs, Carriers::Pointers);
        if !regions.is_plain {
            // Of memory nothing is claimed then, but still of the functions that pointers may lead to.
            regions.called = Regions::analyse(program, addresses, externs, Carriers::Numbers).called;
        }
        regions
    }

    fn analyse(
        program: &'p Program,
        addresses: &Addresses,
        externs: Externs,
        carriers: Carriers,
    ) -> Regions<'p> {
        let outside = Region { stride: 1, is_indirect: true, ..Region::default() };
        let mut regions = Regions {
            program,
            all: vec![outside],
            owners: HashMap::default(),
            holders: HashMap::default(),
            is_plain: true,
            outside: RegionId(0),
            work: Vec::new(),
            carriers,
            called: BTreeMap::new(),
        };
        let bodies: Vec<(FunctionId, &Body)> = (0..program.functions.len() as u32)
            .map(FunctionId)
            .filter(|&id| addresses.is_function_reached(id))
            .filter_map(|id| Some((id, program.function(id).body.as_ref()?)))
            .collect();
        regions.is_plain = bodies.iter().all(|&(_, body)| is_plain(body));
        if !regions.is_plain && carriers == Carriers::Pointers {
            return regions;
        }
        for index in 0..program.objects.len() as u32 {
            let id = ObjectId(index);
            if addresses.is_object_reached(id) {
                regions.initial(id);
            }
        }
        for &(id, body) in &bodies {
            if program.main == Some(id) {
                for &param in &body.params {
                    let held = regions.parameter(id, body, param);
                    let outside = regions.outside();
                    regions.unify(held, outside);
                }
            }
            for (number, edge) in body.edges.iter().enumerate() {
                regions.operation((id, body), number as u32, &edge.op);
                if carriers == Carriers::Numbers {
                    regions.expose_numbers((id, body), &edge.op);
                }
            }
        }
        let is_undefined = |(id, function): (usize, &cfa::program::Function)| {
            function.body.is_none()
                && addresses.is_function_reached(FunctionId(id as u32))
                && effect(&function.source_name) == Effect::Outside
        };
        let is_foreign = |(id, object): (usize, &cfa::program::Object)| {
            !object.is_defined && addresses.is_object_reached(ObjectId(id as u32))
        };
        let mut is_open = externs == Externs::Havoc
            && (program.functions.iter().enumerate().any(is_undefined)
                || program.objects.iter().enumerate().any(is_foreign));
        // Calls through pointers: who is called is known when pointers are, and what is passed there may be pointers.
        let indirect: Vec<Indirect<'_>> = bodies
            .iter()
            .flat_map(|&(id, body)| {
                (0..).zip(&body.edges).map(move |(number, edge)| (id, body, number, edge))
            })
            .filter_map(|(id, body, number, edge)| match &edge.op {
                Op::Call { dst, callee: Callee::Indirect(pointer, ty), args } => {
                    Some(Indirect { here: (id, body), number, pointer: *pointer, ty: *ty, dst, args })
                }
                _ => None,
            })
            .collect();
        let (mut entered, mut left) = (BTreeSet::new(), BTreeSet::new());
        loop {
            regions.initial_numbers(addresses);
            if is_open {
                regions.open();
            }
            let mut is_changed = carriers == Carriers::Numbers && regions.expose_mixed();
            for (index, call) in indirect.iter().enumerate() {
                for target in regions.targets(addresses, externs, call) {
                    if entered.insert((index, target)) {
                        is_changed = true;
                        regions.enter(call.here, call.number, target, (call.dst, call.args));
                    }
                }
                if regions.leads_outside(call) && left.insert(index) {
                    is_changed = true;
                    regions.call_outside(call.here, call.dst, call.args);
                    is_open |= externs == Externs::Havoc;
                }
            }
            if !is_changed {
                break;
            }
        }
        regions.is_plain &= regions.holds_pointers_apart();
        for call in &indirect {
            let targets = regions.targets(addresses, externs, call);
            regions.called.insert((call.here.0, call.number), targets);
        }
        regions
    }

    /// The functions that a call through a pointer may lead to: a function's address comes from an expression or an
    /// initialiser that names it, and travels as a pointer, or as a number and then is outside.
    fn targets(&mut self, addresses: &Addresses, externs: Externs, call: &Indirect<'_>) -> Vec<FunctionId> {
        let (function, body) = call.here;
        let Some(pointer) = self.pointer(function, body, call.pointer) else { return Vec::new() };
        let mut targets = self.region(pointer.region).functions.clone();
        // Undefined functions may have written more addresses there than they were given.
        if externs == Externs::Havoc && self.is_outside(pointer.region) {
            targets.extend(addresses.targets_of(call.ty));
        }
        targets.into_iter().collect()
    }

    /// The functions that the call through a pointer on an edge may lead to.
    pub fn called(&self, function: FunctionId, edge: u32) -> Option<&Vec<FunctionId>> {
        self.called.get(&(function, edge))
    }

    /// What an operation makes a number of is outside.
    fn expose_numbers(&mut self, here: (FunctionId, &Body), op: &Op) {
        let (function, body) = here;
        let mut work = Vec::new();
        op.for_each_expr(|expr| work.push(expr));
        while let Some(id) = work.pop() {
            let expr = body.expr(id);
            if let ExprKind::Convert { operand } = expr.kind
                && expr.ty != Scalar::Pointer
            {
                let pointer = self.pointer(function, body, operand);
                self.expose(pointer);
            }
            expr.kind.for_each_operand(|operand| work.push(operand));
        }
    }

    /// What is stored as a pointer and accessed as something else is outside, too; whether there is any that was not.
    fn expose_mixed(&mut self) -> bool {
        let mut is_changed = false;
        loop {
            let whole = self.all.iter().filter(|region| region.part_of.is_none());
            let mixed: Vec<Pointer> = whole
                .filter(|region| !region.holds_pointers_apart())
                .flat_map(|region| region.fields.values().map(|&(_, pointer)| pointer))
                .filter(|pointer| !self.is_outside(pointer.region))
                .collect();
            if mixed.is_empty() {
                return is_changed;
            }
            is_changed = true;
            mixed.into_iter().for_each(|pointer| self.expose(Some(pointer)));
        }
    }

    /// Numbers that pointers hold at the start are addresses of what others know.
    fn initial_numbers(&mut self, addresses: &Addresses) {
        let ids = (0..self.program.objects.len() as u32).map(ObjectId);
        let objects: Vec<ObjectId> = ids.filter(|&id| addresses.is_object_reached(id)).collect();
        // What is exposed may bring fields together: they are looked at again.
        loop {
            let mut exposed = Vec::new();
            for &id in &objects {
                let Some(region) = self.region_of(Owner::Object(id)) else { continue };
                let (stride, fields) = (self.stride(region), &self.region(region).fields);
                for (&offset, &(size, pointer)) in fields {
                    let starts = |at: u64| match stride {
                        0 => offset,
                        _ => at as i64 - (at as i64 - offset).rem_euclid(stride as i64),
                    };
                    let is_number = |at: u64| {
                        let start = starts(at);
                        let bytes =
                            (0..size.min(8)).rev().map(|byte| self.initial_byte(id, start + byte as i64));
                        (start..start + size as i64).contains(&(at as i64))
                            && !is_null(
                                bytes.fold(0, |value, byte| value << 8 | i128::from(byte)),
                                self.program.model,
                            )
                    };
                    let init = &self.program.object(id).init;
                    let mut places = init.bytes.iter().flat_map(|(at, run)| {
                        (0..run.len()).filter(|&byte| run[byte] != 0).map(move |byte| at + byte as u64)
                    });
                    if !self.is_outside(pointer.region) && places.any(is_number) {
                        exposed.push(pointer);
                    }
                }
            }
            if exposed.is_empty() {
                return;
            }
            exposed.into_iter().for_each(|pointer| self.expose(Some(pointer)));
        }
    }

    /// A byte of an object as it is at the start, 0 where an address is.
    fn initial_byte(&self, id: ObjectId, at: i64) -> u8 {
        let bytes = &self.program.object(id).init.bytes;
        let run = bytes.iter().find_map(|(offset, run)| run.get(usize::try_from(at - *offset as i64).ok()?));
        run.copied().unwrap_or(0)
    }

    /// Undefined functions may change pointers in memory: each may then point to whatever they know.
    fn open(&mut self) {
        loop {
            let outside = self.outside();
            let whole = self.all.iter().filter(|region| region.part_of.is_none());
            let held = whole.flat_map(|region| region.fields.values().map(|&(_, pointer)| pointer));
            let held: Vec<Pointer> = held.filter(|it| self.find(it.region) != outside.region).collect();
            if held.is_empty() {
                return;
            }
            held.into_iter().for_each(|pointer| self.unify(pointer, outside));
        }
    }

    /// Whether the guarantee holds for this program.
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Whether what is stored as a pointer is never accessed as anything else. Of the outside nothing is claimed, but for
    /// what its pointers are: all of them are outside.
    fn holds_pointers_apart(&self) -> bool {
        self.all.iter().filter(|region| region.part_of.is_none()).all(Region::holds_pointers_apart)
    }

    pub fn outside(&self) -> Pointer {
        Pointer { region: self.find(self.outside), offset: 0 }
    }

    fn find(&self, mut id: RegionId) -> RegionId {
        while let Some(whole) = self.all[id.0 as usize].part_of {
            id = whole;
        }
        id
    }

    fn region(&self, id: RegionId) -> &Region {
        &self.all[self.find(id).0 as usize]
    }

    fn region_mut(&mut self, id: RegionId) -> &mut Region {
        let id = self.find(id);
        &mut self.all[id.0 as usize]
    }

    fn fresh(&mut self) -> Pointer {
        self.all.push(Region::default());
        Pointer { region: RegionId(self.all.len() as u32 - 1), offset: 0 }
    }

    fn holder(&mut self, holder: Holder) -> Pointer {
        if let Some(&pointer) = self.holders.get(&holder) {
            return self.normal(pointer);
        }
        let pointer = self.fresh();
        self.holders.insert(holder, pointer);
        pointer
    }

    fn owner(&mut self, owner: Owner) -> Pointer {
        if let Some(&region) = self.owners.get(&owner) {
            return Pointer { region: self.find(region), offset: 0 };
        }
        let pointer = self.fresh();
        self.region_mut(pointer.region).owners.push(owner);
        self.owners.insert(owner, pointer.region);
        pointer
    }

    fn normal(&self, pointer: Pointer) -> Pointer {
        let region = self.find(pointer.region);
        let stride = self.all[region.0 as usize].stride;
        let offset = if stride == 0 { pointer.offset } else { pointer.offset.rem_euclid(stride as i64) };
        Pointer { region, offset }
    }

    fn shifted(pointer: Pointer, by: i128) -> Option<Pointer> {
        let offset = i64::try_from(i128::from(pointer.offset) + by).ok()?;
        Some(Pointer { offset, ..pointer })
    }

    /// Two values may point to the same.
    fn unify(&mut self, a: Pointer, b: Pointer) {
        self.work.push((a, b));
        while let Some((a, b)) = self.work.pop() {
            let (a, b) = (self.normal(a), self.normal(b));
            let distance = a.offset.abs_diff(b.offset);
            if a.region == b.region {
                if distance != 0 {
                    self.set_stride(a.region, distance);
                }
                continue;
            }
            // The smaller number stays, so that the outside stays the outside.
            let (whole, part) = (a.region.min(b.region), a.region.max(b.region));
            let taken = std::mem::take(&mut self.all[part.0 as usize]);
            self.all[part.0 as usize].part_of = Some(whole);
            let it = &mut self.all[whole.0 as usize];
            it.accesses.extend(taken.accesses);
            it.owners.extend(taken.owners);
            it.is_indirect |= taken.is_indirect;
            it.numbers.extend(taken.numbers);
            it.functions.extend(taken.functions);
            self.set_stride(whole, gcd(distance, taken.stride));
            for (offset, (size, pointer)) in taken.fields {
                let held = self.field(Pointer { region: whole, offset }, size);
                self.work.push((held, pointer));
            }
        }
    }

    /// Offsets in a region are known only up to multiples of this, too.
    fn set_stride(&mut self, region: RegionId, by: u64) {
        let region = self.find(region);
        let it = &mut self.all[region.0 as usize];
        let stride = gcd(it.stride, by);
        if stride == it.stride {
            return;
        }
        it.stride = stride;
        let (fields, accesses) = (std::mem::take(&mut it.fields), std::mem::take(&mut it.accesses));
        let normal = |offset: i64| offset.rem_euclid(stride as i64);
        it.accesses =
            accesses.into_iter().map(|(offset, start, width)| (normal(offset), start, width)).collect();
        for (offset, (size, pointer)) in fields {
            let held = self.field(Pointer { region, offset }, size);
            self.work.push((held, pointer));
        }
    }

    /// What the value points to that lies in a region at an offset.
    fn field(&mut self, at: Pointer, size: u64) -> Pointer {
        let at = self.normal(at);
        if at.region == self.find(self.outside) {
            return self.outside();
        }
        let it = &self.all[at.region.0 as usize];
        let stride = it.stride;
        let overlaps = |&(&offset, &(other, _)): &(&i64, &(u64, Pointer))| {
            let meets = |start: i64| start < offset + other as i64 && offset < start + size as i64;
            let around = stride as i64;
            meets(at.offset) || stride != 0 && (meets(at.offset - around) || meets(at.offset + around))
        };
        let met: Vec<(i64, Pointer)> =
            it.fields.iter().filter(overlaps).map(|(&o, &(_, p))| (o, p)).collect();
        let pointer = match met.first() {
            Some(&(_, pointer)) => pointer,
            None => self.fresh(),
        };
        for &(_, other) in met.iter().skip(1) {
            self.work.push((pointer, other));
        }
        self.all[at.region.0 as usize].fields.entry(at.offset).or_insert((size, pointer));
        let entry = self.all[at.region.0 as usize].fields.get_mut(&at.offset);
        if let Some(entry) = entry {
            entry.0 = entry.0.max(size);
        }
        pointer
    }

    /// Where the value of an expression points to, if it is an address.
    fn pointer(&mut self, function: FunctionId, body: &Body, id: ExprId) -> Option<Pointer> {
        let expr = body.expr(id);
        if expr.ty != Scalar::Pointer {
            return None;
        }
        if let Some(number) = constant_address(body, id) {
            // What lies there, others know.
            return (!is_null(number, self.program.model)).then(|| self.outside());
        }
        match expr.kind {
            ExprKind::Local(local) => Some(self.holder(Holder::Register(function, local))),
            ExprKind::Address(local) => Some(self.owner(Owner::Local(function, local))),
            ExprKind::Object(object) => Some(self.owner(Owner::Object(object))),
            ExprKind::Function(named) => {
                let code = self.holder(Holder::Code(function, id));
                self.region_mut(code.region).functions.insert(named);
                Some(code)
            }
            ExprKind::Field { base, record, field } => {
                let base = self.base(function, body, base)?;
                let offset = self.program.types.record(record).fields[field as usize].offset;
                self.moved(base, Some(i128::from(offset)))
            }
            ExprKind::Index { base, index, scale } => {
                let base = self.base(function, body, base)?;
                match body.constant(index) {
                    Some(index) => self.moved(base, Some(index * i128::from(scale))),
                    None => {
                        if scale > 0 {
                            self.set_stride(base.region, scale);
                            self.settle();
                        }
                        Some(self.normal(base))
                    }
                }
            }
            ExprKind::Convert { operand }
                if self.carriers == Carriers::Numbers && body.expr(operand).ty != Scalar::Pointer =>
            {
                Some(self.outside())
            }
            ExprKind::Convert { operand } => self.pointer(function, body, operand),
            _ => None,
        }
    }

    /// Where an address points to that another one is computed from.
    fn base(&mut self, function: FunctionId, body: &Body, id: ExprId) -> Option<Pointer> {
        let base = self.pointer(function, body, id);
        // Null moved by a number is that number.
        base.or((self.carriers == Carriers::Numbers).then(|| self.outside()))
    }

    /// A pointer moved by so many bytes, or by any number of them.
    fn moved(&mut self, pointer: Pointer, by: Option<i128>) -> Option<Pointer> {
        match by.and_then(|by| Regions::shifted(pointer, by)) {
            Some(moved) => Some(self.normal(moved)),
            None => {
                self.set_stride(pointer.region, 1);
                self.settle();
                Some(self.normal(pointer))
            }
        }
    }

    /// Works off what changed strides have brought together.
    fn settle(&mut self) {
        if let Some((a, b)) = self.work.pop() {
            self.unify(a, b);
        }
    }

    fn initial(&mut self, id: ObjectId) {
        let owner = self.owner(Owner::Object(id));
        if !self.program.object(id).is_defined {
            self.expose(Some(owner));
        }
        for address in &self.program.object(id).init.addresses {
            let at = Pointer { offset: address.offset as i64, ..owner };
            let held = self.field(at, u64::from(address.size));
            self.settle();
            match address.target {
                AddressTarget::Object(target) => {
                    let target = self.owner(Owner::Object(target));
                    if let Some(target) = Regions::shifted(target, i128::from(address.addend)) {
                        self.unify(held, target);
                    }
                }
                AddressTarget::Function(target) => {
                    self.region_mut(held.region).functions.insert(target);
                }
                AddressTarget::Label(..) | AddressTarget::LabelDifference(..) => {}
            }
        }
    }

    /// What a parameter holds: an address, or the addresses in it.
    fn parameter(&mut self, function: FunctionId, body: &Body, param: LocalId) -> Pointer {
        match body.local(param).storage {
            Kind::Register(_) => self.holder(Holder::Register(function, param)),
            Kind::Memory { size, .. } => {
                let owner = self.owner(Owner::Local(function, param));
                let held = self.field(owner, size.min(self.program.model.pointer_bytes()));
                self.settle();
                held
            }
        }
    }

    fn is_direct(body: &Body, id: ExprId) -> bool {
        match body.expr(id).kind {
            ExprKind::Object(_) | ExprKind::Address(_) => true,
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => Regions::is_direct(body, base),
            ExprKind::Convert { operand } => {
                body.expr(operand).ty == Scalar::Pointer && Regions::is_direct(body, operand)
            }
            _ => false,
        }
    }

    /// Notes that memory is accessed; where it is.
    fn access(&mut self, (function, body): (FunctionId, &Body), place: &Place) -> Pointer {
        let at = self.reach((function, body), place.address);
        let (start, width) = bits_at(place, self.program.model);
        self.region_mut(at.region).accesses.insert((at.offset, start, width));
        if place.ty != Scalar::Pointer {
            let size = (start + u64::from(width)).div_ceil(8);
            self.region_mut(at.region).numbers.insert((at.offset, size));
        }
        at
    }

    /// Where an address that is accessed points to.
    fn reach(&mut self, (function, body): (FunctionId, &Body), address: ExprId) -> Pointer {
        let at = self.pointer(function, body, address).unwrap_or(self.outside());
        let at = self.normal(at);
        if !Regions::is_direct(body, address) {
            self.region_mut(at.region).is_indirect = true;
        }
        at
    }

    fn flow(&mut self, from: Option<Pointer>, to: Pointer) {
        if let Some(from) = from {
            self.unify(from, to);
        }
    }

    fn operation(&mut self, here: (FunctionId, &Body), number: u32, op: &Op) {
        let (function, body) = here;
        match op {
            Op::Assign { dst, value } => {
                let value = self.pointer(function, body, *value);
                let dst = self.holder(Holder::Register(function, *dst));
                self.flow(value, dst);
            }
            Op::Load { dst, place } => {
                let at = self.access(here, place);
                if place.ty == Scalar::Pointer {
                    let held = self.field(at, place.ty.size(self.program.model));
                    self.settle();
                    let dst = self.holder(Holder::Register(function, *dst));
                    self.unify(held, dst);
                }
            }
            Op::Store { place, value } => {
                let at = self.access(here, place);
                // An address of a function, too, is no number; null is one.
                let is_address = place.ty == Scalar::Pointer && constant_address(body, *value) != Some(0);
                let value = self.pointer(function, body, *value);
                if is_address {
                    let held = self.field(at, place.ty.size(self.program.model));
                    self.settle();
                    self.flow(value, held);
                }
            }
            Op::Copy { dst, src, .. } => {
                let (dst, src) = (self.reach(here, *dst), self.reach(here, *src));
                self.unify(dst, src);
            }
            Op::VaCopy { dst, src } => {
                let (dst, src) = (self.reach(here, *dst), self.reach(here, *src));
                self.unify(dst, src);
                self.expose(Some(dst));
            }
            Op::Zero { dst, .. } => {
                self.reach(here, *dst);
            }
            Op::Atomic(atomic) if atomic.place.ty != Scalar::Pointer => {
                self.access(here, &atomic.place);
            }
            Op::Atomic(atomic) => {
                let at = self.access(here, &atomic.place);
                let held = self.field(at, atomic.place.ty.size(self.program.model));
                self.settle();
                let operand = self.pointer(function, body, atomic.operand);
                self.flow(operand, held);
                if !matches!(atomic.op, AtomicOp::Exchange | AtomicOp::CompareExchange { .. }) {
                    // A pointer moves by any number of bytes.
                    self.moved(held, None);
                }
                if let AtomicOp::CompareExchange { expected, .. } = atomic.op {
                    self.pointer(function, body, expected);
                }
                if let Some(dst) = atomic.dst {
                    let dst = self.holder(Holder::Register(function, dst));
                    self.unify(held, dst);
                }
            }
            Op::Alloca { dst, .. } => {
                let fresh = self.holder(Holder::Allocation(function, number));
                let dst = self.holder(Holder::Register(function, *dst));
                self.unify(fresh, dst);
            }
            Op::Call { dst, callee: Callee::Direct(target), args } => {
                self.enter(here, number, *target, (dst, args));
            }
            // Followed when all pointers are known.
            Op::Call { callee: Callee::Indirect(pointer, _), .. } => {
                self.pointer(function, body, *pointer);
            }
            Op::Return { value: Some(Value::Scalar(value)) } => {
                let value = self.pointer(function, body, *value);
                let result = self.holder(Holder::Result(function));
                self.flow(value, result);
            }
            Op::Return { value: Some(Value::Aggregate(address, _)) } => {
                let at = self.reach(here, *address);
                let area = self.holder(Holder::Area(function));
                self.unify(at, area);
            }
            Op::Asm(asm) => {
                for &(address, _) in &asm.memory {
                    let at = self.reach(here, address);
                    self.expose(Some(at));
                }
                for &(_, input) in &asm.inputs {
                    let input = self.pointer(function, body, input);
                    self.expose(input);
                }
                for &(_, output) in &asm.outputs {
                    let output = self.holder(Holder::Register(function, output));
                    self.expose(Some(output));
                }
            }
            Op::VaStart { list } | Op::VaEnd { list } => {
                let at = self.reach(here, *list);
                self.expose(Some(at));
            }
            Op::VaArg { dst, list, .. } => {
                let at = self.reach(here, *list);
                self.expose(Some(at));
                self.receive(here, dst, None);
            }
            Op::Complex(complex) => {
                let size = 2 * complex.part.size(self.program.model);
                for &arg in &complex.args {
                    let at = self.reach(here, arg);
                    self.region_mut(at.region).numbers.insert((at.offset, size));
                }
                if let Destination::Memory(address) = complex.dst {
                    let at = self.reach(here, address);
                    self.expose(Some(at));
                }
            }
            _ => {
                // Addresses that are only looked at have their regions all the same.
                op.for_each_expr(|expr| {
                    self.pointer(function, body, expr);
                });
            }
        }
    }

    /// Something is known outside the program.
    fn expose(&mut self, pointer: Option<Pointer>) {
        let outside = self.outside();
        self.flow(pointer, outside);
    }

    /// The result of a call goes to its destination; nothing is known of one from outside.
    fn receive(&mut self, here: (FunctionId, &Body), dst: &Destination, from: Option<Pointer>) {
        match dst {
            Destination::Local(dst) => {
                let dst = self.holder(Holder::Register(here.0, *dst));
                let from = from.unwrap_or(self.outside());
                self.unify(dst, from);
            }
            Destination::Memory(address) => {
                let at = self.reach(here, *address);
                let from = from.unwrap_or(self.outside());
                self.unify(at, from);
            }
            Destination::None => {}
        }
    }

    /// A call of a function: what is passed flows to its parameters, and its result to where it goes.
    fn enter(
        &mut self,
        here: (FunctionId, &Body),
        number: u32,
        target: FunctionId,
        (dst, args): (&Destination, &[Value]),
    ) {
        let (function, body) = here;
        let Some(code) = &self.program.function(target).body else {
            return self.call_undefined(here, number, target, (dst, args));
        };
        if !self.passes_plainly(body, target, code, (dst, args)) {
            self.is_plain = false;
            // The types of the call and of the function do not say what is an address.
            self.expose_call(here, target, code, (dst, args));
        }
        for (index, arg) in args.iter().enumerate() {
            match (arg, code.params.get(index)) {
                (Value::Scalar(value), Some(&param)) => {
                    if body.expr(*value).ty == Scalar::Pointer {
                        let value = self.pointer(function, body, *value);
                        let held = self.parameter(target, code, param);
                        self.flow(value, held);
                    }
                }
                (Value::Aggregate(address, _), Some(&param)) => {
                    let at = self.reach(here, *address);
                    match code.local(param).storage {
                        Kind::Memory { .. } => {
                            let owner = self.owner(Owner::Local(target, param));
                            self.unify(at, owner);
                        }
                        // A transparent union is passed as one of its members, which may be a pointer.
                        Kind::Register(_) => {
                            let held = self.field(at, self.program.model.pointer_bytes());
                            self.settle();
                            let param = self.holder(Holder::Register(target, param));
                            self.unify(held, param);
                        }
                    }
                }
                (Value::Scalar(value), None) => {
                    let value = self.pointer(function, body, *value);
                    self.expose(value);
                }
                (Value::Aggregate(address, _), None) => {
                    let at = self.reach(here, *address);
                    self.expose(Some(at));
                }
            }
        }
        let result = match dst {
            Destination::Memory(_) => self.holder(Holder::Area(target)),
            _ => self.holder(Holder::Result(target)),
        };
        self.receive(here, dst, Some(result));
    }

    /// What is passed, taken and returned in a call is outside.
    fn expose_call(
        &mut self,
        here: (FunctionId, &Body),
        target: FunctionId,
        code: &Body,
        (dst, args): (&Destination, &[Value]),
    ) {
        self.call_outside(here, dst, args);
        for &param in &code.params {
            let held = self.parameter(target, code, param);
            self.expose(Some(held));
        }
        let result = self.holder(Holder::Result(target));
        self.expose(Some(result));
    }

    /// Whether no address becomes a number in a call, and no number an address, as they do where the types of a call and of
    /// a function differ.
    fn passes_plainly(
        &self,
        body: &Body,
        target: FunctionId,
        code: &Body,
        (dst, args): (&Destination, &[Value]),
    ) -> bool {
        let types = &self.program.types;
        let is_pointer = |ty| types.as_scalar(ty) == Some(Scalar::Pointer);
        let is_plain = |(arg, &param): (&Value, &LocalId)| match arg {
            Value::Scalar(value) => {
                let is_given = body.expr(*value).ty == Scalar::Pointer;
                let is_nothing =
                    constant_address(body, *value).is_some_and(|it| is_null(it, self.program.model));
                is_nothing || is_given == is_pointer(code.local(param).ty)
            }
            Value::Aggregate(..) => true,
        };
        let is_result_plain = match (dst, types.get(self.program.function(target).ty)) {
            (Destination::Local(dst), Type::Function(signature)) => {
                matches!(types.get(signature.result), Type::Void)
                    || is_pointer(body.local(*dst).ty) == is_pointer(signature.result)
            }
            _ => true,
        };
        is_result_plain && args.iter().zip(&code.params).all(is_plain)
    }

    fn call_undefined(
        &mut self,
        here: (FunctionId, &Body),
        number: u32,
        target: FunctionId,
        (dst, args): (&Destination, &[Value]),
    ) {
        let (function, body) = here;
        let mut pointers: Vec<Option<Pointer>> = Vec::new();
        for arg in args {
            pointers.push(match arg {
                Value::Scalar(value) => self.pointer(function, body, *value),
                Value::Aggregate(address, _) => Some(self.reach(here, *address)),
            });
        }
        let first = pointers.first().copied().flatten();
        let effect = effect(&self.program.function(target).source_name);
        match effect {
            Effect::None => {
                // A result that is an address is one from outside.
                self.receive_plain(here, dst);
            }
            Effect::Allocates => {
                let fresh = self.holder(Holder::Allocation(function, number));
                self.receive(here, dst, Some(fresh));
            }
            Effect::Copies | Effect::Fills => {
                for pointer in pointers.iter().take(2).copied().flatten() {
                    self.region_mut(pointer.region).is_indirect = true;
                }
                if let (Effect::Copies, [Some(to), Some(from), ..]) = (effect, &pointers[..]) {
                    self.unify(*to, *from);
                }
                self.receive(here, dst, first);
            }
            Effect::Writes | Effect::Outside => self.call_outside(here, dst, args),
        }
    }

    /// A result that is no address, unless its type is one.
    fn receive_plain(&mut self, here: (FunctionId, &Body), dst: &Destination) {
        if let Destination::Local(local) = dst
            && !matches!(here.1.local(*local).storage, Kind::Register(Scalar::Pointer))
        {
            return;
        }
        self.receive(here, dst, None);
    }

    /// Whether a call may lead outside through its pointer.
    fn leads_outside(&mut self, call: &Indirect<'_>) -> bool {
        let pointer = self.pointer(call.here.0, call.here.1, call.pointer);
        pointer.is_some_and(|pointer| self.is_outside(pointer.region))
    }

    fn call_outside(&mut self, here: (FunctionId, &Body), dst: &Destination, args: &[Value]) {
        for arg in args {
            let pointer = match arg {
                Value::Scalar(value) => self.pointer(here.0, here.1, *value),
                Value::Aggregate(address, _) => Some(self.reach(here, *address)),
            };
            self.expose(pointer);
        }
        self.receive(here, dst, None);
    }

    /// Whether nothing is known of what lies in a region.
    pub fn is_outside(&self, region: RegionId) -> bool {
        self.find(region) == self.find(self.outside)
    }

    /// Whether a region is accessed through pointers, so that its owners are told apart by address only.
    pub fn is_indirect(&self, owner: Owner) -> bool {
        self.owners.get(&owner).is_some_and(|&region| self.region(region).is_indirect)
    }

    /// The region and offset of an address. Where the analysis did not foresee how it is computed, its offset is one that nothing
    /// lies at: what is written there is then forgotten everywhere in the region.
    pub fn locate(&self, function: FunctionId, body: &Body, address: ExprId) -> Option<Pointer> {
        let (region, offset) = self.find_address(function, body, address)?;
        Some(Pointer { region, offset: offset.unwrap_or(NOWHERE) })
    }

    /// What a register points to, if anything is known of it.
    pub fn locate_register(&self, function: FunctionId, local: LocalId) -> Option<Pointer> {
        self.holders.get(&Holder::Register(function, local)).map(|&pointer| self.normal(pointer))
    }

    /// As [`Regions::pointer`], and nothing is changed.
    fn find_address(&self, function: FunctionId, body: &Body, id: ExprId) -> Option<(RegionId, Option<i64>)> {
        let expr = body.expr(id);
        if expr.ty != Scalar::Pointer {
            return None;
        }
        let at = |pointer: Pointer| (pointer.region, Some(pointer.offset));
        if let Some(number) = constant_address(body, id) {
            return (!is_null(number, self.program.model)).then(|| at(self.outside()));
        }
        let held = |holder| self.holders.get(&holder).map(|&pointer| at(self.normal(pointer)));
        let owned = |owner| self.region_of(owner).map(|region| (region, Some(0)));
        match expr.kind {
            ExprKind::Local(local) => held(Holder::Register(function, local)),
            ExprKind::Address(local) => owned(Owner::Local(function, local)),
            ExprKind::Object(object) => owned(Owner::Object(object)),
            ExprKind::Function(_) => held(Holder::Code(function, id)),
            ExprKind::Field { base, record, field } => {
                let base = self.find_address(function, body, base)?;
                let offset = self.program.types.record(record).fields[field as usize].offset;
                Some(self.find_moved(base, i128::from(offset)))
            }
            ExprKind::Index { base, index, scale } => {
                let (region, offset) = self.find_address(function, body, base)?;
                match body.constant(index) {
                    Some(index) => Some(self.find_moved((region, offset), index * i128::from(scale))),
                    None => Some((region, offset.filter(|_| self.is_multiple(region, scale)))),
                }
            }
            ExprKind::Convert { operand } => self.find_address(function, body, operand),
            _ => None,
        }
    }

    fn find_moved(&self, (region, offset): (RegionId, Option<i64>), by: i128) -> (RegionId, Option<i64>) {
        let Some(offset) = offset else { return (region, None) };
        let pointer = Pointer { region, offset };
        match Regions::shifted(pointer, by) {
            Some(moved) => (region, Some(self.normal(moved).offset)),
            None => (region, Some(offset).filter(|_| self.is_multiple(region, 1))),
        }
    }

    /// Whether offsets that differ by this are one in a region.
    fn is_multiple(&self, region: RegionId, distance: u64) -> bool {
        let stride = self.stride(region);
        gcd(stride, distance) == stride
    }

    /// The objects of a region, if all are there whenever it is accessed: of static storage, or locals whose address no
    /// memory holds and no function returns, so that only their function and those that it calls know it.
    pub fn steady(&self, region: RegionId) -> Option<Vec<Owner>> {
        let region = self.find(region);
        let is_it = |pointer: &Pointer| self.find(pointer.region) == region;
        let held_by = |is_such: fn(&Holder) -> bool| {
            self.holders.iter().any(|(holder, pointer)| is_such(holder) && is_it(pointer))
        };
        let is_allocated = held_by(|holder| matches!(holder, Holder::Allocation(..)));
        if !self.is_plain || self.is_outside(region) || is_allocated {
            return None;
        }
        let owners = self.owners(region);
        if owners.iter().any(|owner| matches!(owner, Owner::Local(..))) {
            let whole = self.all.iter().filter(|region| region.part_of.is_none());
            let is_stored =
                whole.flat_map(|region| region.fields.values()).any(|(_, pointer)| is_it(pointer));
            if is_stored || held_by(|holder| matches!(holder, Holder::Result(_) | Holder::Area(_))) {
                return None;
            }
        }
        Some(owners)
    }

    /// Where what lies in a region may be allocated: the function and the edge.
    pub fn allocations(&self, region: RegionId) -> Vec<(FunctionId, u32)> {
        let region = self.find(region);
        let is_it = |(holder, pointer): (&Holder, &Pointer)| match *holder {
            Holder::Allocation(function, edge) if self.find(pointer.region) == region => {
                Some((function, edge))
            }
            _ => None,
        };
        self.holders.iter().filter_map(is_it).collect()
    }

    pub fn stride(&self, region: RegionId) -> u64 {
        self.region(region).stride
    }

    pub fn accesses(&self, region: RegionId) -> Vec<(i64, u64, u32)> {
        self.region(region).accesses.iter().copied().collect()
    }

    pub fn owners(&self, region: RegionId) -> Vec<Owner> {
        let mut owners = self.region(region).owners.clone();
        owners.sort_unstable();
        owners.dedup();
        owners
    }

    /// All regions that are accessed through pointers and known, in order.
    pub fn known(&self) -> Vec<RegionId> {
        let ids = (0..self.all.len() as u32).map(RegionId);
        ids.filter(|&id| self.all[id.0 as usize].part_of.is_none())
            .filter(|&id| self.all[id.0 as usize].is_indirect && !self.is_outside(id))
            .collect()
    }

    /// A name for each region that does not depend on what others there are: of the first by name of its owners, else of
    /// what allocates it, else of what points to it.
    pub fn names(&self) -> BTreeMap<RegionId, String> {
        let function = |id: FunctionId| self.program.function(id);
        let mut names: BTreeMap<RegionId, (u8, String)> = BTreeMap::new();
        let mut add = |region: RegionId, rank: u8, name: String| {
            let name = (rank, name);
            let first = names.entry(self.find(region)).or_insert_with(|| name.clone());
            if name < *first {
                *first = name;
            }
        };
        for (owner, &region) in &self.owners {
            add(region, 0, owner.name(self.program));
        }
        for (holder, pointer) in &self.holders {
            let (rank, name) = match *holder {
                Holder::Allocation(id, edge) => (1, format!("{}#{edge}", function(id).name)),
                Holder::Register(id, it) => (2, format!("*{}", Owner::Local(id, it).name(self.program))),
                Holder::Result(id) => (2, format!("*{}()", function(id).name)),
                Holder::Area(id) => (2, format!("{}()", function(id).name)),
                Holder::Code(..) => continue,
            };
            add(pointer.region, rank, name);
        }
        names.into_iter().map(|(region, (_, name))| (region, name)).collect()
    }

    pub fn region_of(&self, owner: Owner) -> Option<RegionId> {
        self.owners.get(&owner).map(|&region| self.find(region))
    }
}

/// Whether a number is the address of nothing.
pub fn is_null(number: i128, model: DataModel) -> bool {
    (number as i64).unsigned_abs() < FIRST_PAGE
        || model.pointer_bytes() == 4 && u64::from((number as i32).unsigned_abs()) < FIRST_PAGE
}

/// The number that an address is.
fn constant_address(body: &Body, id: ExprId) -> Option<i128> {
    match body.expr(id).kind {
        ExprKind::Convert { operand } => body.constant(operand),
        _ => body.constant(id),
    }
}

/// Whether a function makes no numbers of addresses and no addresses of numbers, but for constants and comparisons.
fn is_plain(body: &Body) -> bool {
    let is_address = |id: ExprId| {
        let ExprKind::Convert { operand } = body.expr(id).kind else { return false };
        body.expr(operand).ty == Scalar::Pointer && body.expr(id).ty != Scalar::Pointer
    };
    let mut is_plain = true;
    let mut work = Vec::new();
    for edge in &body.edges {
        edge.op.for_each_expr(|expr| work.push(expr));
        while let Some(id) = work.pop() {
            let expr = body.expr(id);
            match expr.kind {
                ExprKind::Binary { op: Binary::Eq | Binary::Ne, lhs, rhs } => {
                    for side in [lhs, rhs] {
                        match body.expr(side).kind {
                            ExprKind::Convert { operand } if is_address(side) => work.push(operand),
                            _ => work.push(side),
                        }
                    }
                    // An address beside something that is neither one nor constant is a number.
                    let is_fit = |id: ExprId| is_address(id) || body.constant(id).is_some();
                    is_plain &= !(is_address(lhs) || is_address(rhs)) || is_fit(lhs) && is_fit(rhs);
                    continue;
                }
                ExprKind::Convert { operand } if expr.ty != Scalar::Bool => {
                    let from = body.expr(operand).ty;
                    is_plain &= (from == Scalar::Pointer) == (expr.ty == Scalar::Pointer)
                        || expr.ty == Scalar::Pointer && body.constant(operand).is_some();
                }
                ExprKind::Index { base, index, .. } => {
                    is_plain &= body.constant(base).is_none() || body.constant(index).is_some();
                }
                _ => {}
            }
            expr.kind.for_each_operand(|operand| work.push(operand));
        }
    }
    is_plain
}

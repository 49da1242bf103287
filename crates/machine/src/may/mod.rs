//! What a frame may still do to static objects, by where it stands: *May(l)*.
//!
//! For each location of each function, what can be executed from there on until the function returns, callees included, as
//! far as it *names* static objects: which are read, which are written, whose addresses become values. What is done
//! through pointers is not in here; whoever asks follows pointers in the state ([`crate::explore`]'s `alone`). Library calls get
//! pointers, so that what they touch is either a value of a frame, or named here as an address.
//!
//! Within a function it is a backward closure over locations: per entry of a thread it would be useless, since `main` names
//! everything. Across calls it does not depend on locations: a callee does all that its body does. A call through a pointer may
//! enter every function whose address is taken anywhere, whatever its type, since casts are followed when they are executed; so may
//! library functions that call back or start threads, unless they are given the function by name.
//!
//! An access to part of an object by a constant, or by a register that nothing from here on sets, is kept as such (an
//! [`Element`]): whoever asks knows the register's value in the frame. A register that may still be set makes it an access to the
//! whole, and so does a call, since a callee's registers have no values yet.
//!
//! Not known at all (nobody is alone then): programs that use `setjmp`, signals, exit handlers, destructors or keys, and those with
//! too many locations for their objects.

mod scan;

use cfa::library::{self, Trait};
use cfa::op::{Callee, Op};
use cfa::program::{AddressTarget, Body, FunctionId, LocalId, Program};
use cfa::scc::{Components, Graph};
use rustc_hash::FxHashSet as HashSet;

use crate::code::{Arg, CONST, Code, Instr, Slot};
use crate::explore::Names;
use crate::value::Val;
use scan::{Aliases, Part, Uses};

/// Words of all sets together; beyond it nothing is known.
const LIMIT: usize = 1 << 23;
/// Elements of one set; beyond it they count as whole objects.
const MOST: usize = 64;
/// No object of the program's.
const NONE: u32 = u32::MAX;

pub(crate) struct May {
    /// Whether anything is known.
    pub is_known: bool,
    /// The program's object by the machine's number; [`NONE`] if it is none of the program's.
    objects: Vec<u32>,
    functions: Vec<Ahead>,
    pub sets: Vec<Set>,
}

/// What is ahead, by location of one function.
#[derive(Default)]
pub(crate) struct Ahead {
    /// Locations of one component lead to each other.
    pub component: Vec<u32>,
    /// Slots of temporaries that hold addresses for accesses only, which sets tell of; also in bits.
    pub aliases: Vec<Slot>,
    pub aliased: Vec<u64>,
    /// The set of each location. A frame that waits for a call stands where its edge leads to: the register that the result goes to is
    /// indeterminate meanwhile, so that no element is told by it.
    pub at: Vec<u32>,
    /// By instruction, that of a frame that stands before it, and what a thread waits at there.
    pub stands: Vec<Stand>,
    pub waits: Vec<Waits>,
}

/// Where a frame stands, and what is ahead of it.
pub(crate) struct Stand {
    pub location: u32,
    pub set: u32,
    /// If it waits for a call to return: that call's location, and what is ahead behind it.
    pub behind: Option<(u32, u32)>,
}

/// What a thread waits at, as far as it can go first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Waits {
    /// An access by a plain load, store or atomic operation.
    Access,
    /// A number chosen by nobody but the thread, and for nobody else: neither the clock's nor a stream's.
    Choice,
    /// A join whose result goes to nobody.
    Join,
    Else,
}

/// What may be done from somewhere on.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Set {
    /// Bits over static objects: read, written, and those whose address becomes a value; one after the other.
    bits: Box<[u64]>,
    /// Those of which any part may be touched that disturbs a read, and one that disturbs a write.
    disturbed: Box<[u64]>,
    pub elements: Vec<Element>,
}

/// An access to the bytes from `low` to `high` of a static object, moved by `scale` times a register of the frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Element {
    pub object: u32,
    pub register: Option<(LocalId, Slot)>,
    pub scale: i64,
    pub low: i64,
    pub high: i64,
    pub is_write: bool,
}

#[derive(Clone, Copy)]
enum Class {
    Read,
    Written,
    Named,
}

impl Set {
    fn new(words: usize) -> Set {
        Set { bits: vec![0; 3 * words].into(), ..Set::default() }
    }

    fn has(&self, class: Class, object: u32) -> bool {
        let words = self.bits.len() / 3;
        self.bits[class as usize * words + object as usize / 64] >> (object % 64) & 1 != 0
    }

    fn add(&mut self, class: Class, object: u32) {
        let words = self.bits.len() / 3;
        self.bits[class as usize * words + object as usize / 64] |= 1 << (object % 64);
    }

    /// Whether an access to an object may be disturbed, whatever part of it is accessed: reads do not disturb reads. What is named as a
    /// value is found over pointers, too; this saves the search.
    #[inline]
    pub fn disturbs(&self, object: u32, is_write: bool) -> bool {
        let words = self.disturbed.len() / 2;
        self.disturbed[usize::from(is_write) * words + object as usize / 64] >> (object % 64) & 1 != 0
    }

    /// Nothing is added any more.
    fn finish(&mut self) {
        let words = self.bits.len() / 3;
        let (read, rest) = self.bits.split_at(words);
        let (written, named) = rest.split_at(words);
        let by_reads = written.iter().zip(named).map(|(a, b)| a | b);
        let by_writes = by_reads.clone().zip(read).map(|(a, b)| a | b);
        self.disturbed = by_reads.chain(by_writes).collect();
        self.elements.sort_unstable();
    }

    /// The objects whose address becomes a value, and those that are read: what these hold may be followed.
    pub fn named(&self) -> impl Iterator<Item = u32> + '_ {
        self.all(Class::Named)
    }

    pub fn read(&self) -> impl Iterator<Item = u32> + '_ {
        let parts = self.elements.iter().filter(|it| !it.is_write).map(|it| it.object);
        self.all(Class::Read).chain(parts)
    }

    fn all(&self, class: Class) -> impl Iterator<Item = u32> + '_ {
        let words = self.bits.len() / 3;
        let words = self.bits[class as usize * words..][..words].iter().enumerate();
        words.flat_map(|(index, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| 64 * index as u32 + bit)
        })
    }

    /// What it says of some objects, by what they and slots are called.
    pub fn tell(&self, names: &Names, slots: &[u64], is_meant: impl Fn(u64) -> bool, mut f: impl FnMut(u64)) {
        for class in [Class::Read, Class::Written, Class::Named] {
            let labels = self.all(class).map(|it| names.objects[it as usize]);
            let mut labels: Vec<u64> = labels.filter(|&label| is_meant(label)).collect();
            labels.sort_unstable();
            f(labels.len() as u64);
            labels.into_iter().for_each(&mut f);
        }
        let elements = self.elements.iter().map(|it| {
            let register = it.register.map_or(0, |(_, slot)| slots[slot as usize]);
            let object = names.objects[it.object as usize];
            let flags = u64::from(it.is_write) | u64::from(it.register.is_some()) << 1;
            [object, register, it.scale as u64, it.low as u64, it.high as u64, flags]
        });
        let mut elements: Vec<[u64; 6]> = elements.filter(|it| is_meant(it[0])).collect();
        elements.sort_unstable();
        elements.into_iter().flatten().for_each(&mut f);
    }

    /// All of another one but its elements by registers; whether that is anything new.
    fn join(&mut self, other: &Set) -> bool {
        let mut is_new = false;
        for element in other.elements.iter().filter(|it| it.register.is_none()) {
            let (had, class) = (self.elements.len(), element.class());
            let was_whole = self.has(class, element.object);
            self.add_element(*element, |_| false);
            is_new |= self.elements.len() > had || !was_whole && self.has(class, element.object);
        }
        for (own, other) in self.bits.iter_mut().zip(&other.bits) {
            is_new |= other & !*own != 0;
            *own |= other;
        }
        is_new
    }

    fn widen(&mut self, element: &Element) {
        self.add(element.class(), element.object);
    }

    /// An element, or the whole object if its register is set from here on.
    fn add_element(&mut self, element: Element, is_set: impl Fn(LocalId) -> bool) {
        if element.register.is_some_and(|(local, _)| is_set(local)) || self.elements.len() >= MOST {
            self.widen(&element);
        } else if !self.elements.contains(&element) {
            self.elements.push(element);
        }
    }

    /// All that an operation does; calls are not among it.
    fn take_in(&mut self, uses: &Uses, code: &Code, is_set: impl Fn(LocalId) -> bool) {
        uses.read.iter().for_each(|&object| self.add(Class::Read, object));
        uses.written.iter().for_each(|&object| self.add(Class::Written, object));
        uses.named.iter().for_each(|&object| self.add(Class::Named, object));
        for &Part { object, register, scale, low, high, is_write } in &uses.parts {
            let register = register.map(|it| (it, code.register_slot(it)));
            self.add_element(Element { object, register, scale, low, high, is_write }, &is_set);
        }
    }
}

impl Element {
    fn class(&self) -> Class {
        if self.is_write { Class::Written } else { Class::Read }
    }
}

impl May {
    pub fn of(program: &Program, code: &[Code], statics: &[u32]) -> May {
        let mut objects = vec![NONE; statics.iter().max().map_or(0, |&last| last as usize + 1)];
        statics.iter().enumerate().for_each(|(index, &id)| objects[id as usize] = index as u32);
        let mut may = May { is_known: false, objects, functions: Vec::new(), sets: Vec::new() };
        let words = program.objects.len().div_ceil(64);
        let bodies = || program.functions.iter().filter_map(|function| function.body.as_ref());
        let locations: usize = bodies().map(Body::locations).sum();
        if 3 * words * locations > LIMIT || is_astray(program) {
            return may;
        }
        let entries = Entries::of(program, code, words);
        for (index, function) in program.functions.iter().enumerate() {
            let body = function.body.as_ref();
            let ahead = body.map(|body| may.ahead(program, body, &code[index], &entries));
            may.functions.push(ahead.unwrap_or_default());
        }
        may.is_known = true;
        may
    }

    /// The program's object of a number of the machine's.
    pub fn object(&self, id: u32) -> Option<u32> {
        self.objects.get(id as usize).copied().filter(|&object| object != NONE)
    }

    pub fn function(&self, function: FunctionId) -> &Ahead {
        &self.functions[function.index()]
    }

    /// One function: components come after those that they lead to, so that what is ahead of them is known.
    fn ahead(&mut self, program: &Program, body: &Body, code: &Code, entries: &Entries) -> Ahead {
        let aliases = Aliases::of(body);
        let mut graph = Graph::default();
        for location in 0..body.locations() as u32 {
            graph.push(body.out(cfa::program::Location(location)).iter().map(|edge| edge.to.0));
        }
        let component = Components::new(&graph).of;
        let count = component.iter().max().map_or(0, |&last| last as usize + 1);
        let mut members = vec![Vec::new(); count];
        component.iter().enumerate().for_each(|(at, &it)| members[it as usize].push(at as u32));
        let first = self.sets.len();
        let mut written: Vec<HashSet<LocalId>> = Vec::with_capacity(count);
        for (index, members) in members.iter().enumerate() {
            let edges = || members.iter().flat_map(|&at| body.out(cfa::program::Location(at)));
            let next = || edges().map(|edge| component[edge.to.index()] as usize).filter(|&it| it != index);
            let mut set_later: HashSet<LocalId> = HashSet::default();
            edges().for_each(|edge| for_each_set(&edge.op, |local| _ = set_later.insert(local)));
            next().for_each(|it| set_later.extend(&written[it]));
            let is_set = |local: LocalId| set_later.contains(&local);
            let mut set = Set::new(entries.words);
            for edge in edges() {
                let uses = Uses::of(program, body, &aliases, &edge.op);
                set.take_in(&uses, code, is_set);
                entries.calls(&uses, |callee| _ = set.join(callee));
            }
            for next in next() {
                let ahead = self.sets[first + next].clone();
                set.join(&ahead);
                ahead.elements.iter().for_each(|&it| set.add_element(it, is_set));
            }
            set.finish();
            self.sets.push(set);
            written.push(set_later);
        }
        let at: Vec<u32> = component.iter().map(|&it| first as u32 + it).collect();
        let aliases: Vec<Slot> = aliases.locals().map(|local| code.register_slot(local)).collect();
        let mut aliased = vec![0; code.cleared.div_ceil(64) as usize];
        aliases.iter().for_each(|&slot| aliased[slot as usize / 64] |= 1 << (slot % 64));
        let stands = (0..code.instrs.len()).map(|pc| Stand::of(body, code, &at, pc)).collect();
        let waits = (0..code.instrs.len()).map(|pc| Waits::of(code, pc)).collect();
        Ahead { component, aliases, aliased, at, stands, waits }
    }
}

impl Stand {
    fn of(body: &Body, code: &Code, at: &[u32], pc: usize) -> Stand {
        let edge = |pc: usize| &body.edges[code.edge_of[pc] as usize];
        let location = edge(pc).from;
        let is_call =
            |&call: &usize| matches!(code.instrs[call], Instr::Call { .. } | Instr::CallIndirect { .. });
        let behind =
            pc.checked_sub(1).filter(is_call).map(|call| (edge(call).from.0, at[edge(call).to.index()]));
        Stand { location: location.0, set: at[location.index()], behind }
    }
}

impl Waits {
    fn of(code: &Code, pc: usize) -> Waits {
        let start = code.start_of[pc];
        let operation = (start as usize..code.instrs.len()).take_while(|&pc| code.start_of[pc] == start);
        let seen = operation.map(|pc| &code.instrs[pc]).find(|instr| instr.may_be_seen());
        match seen {
            Some(
                Instr::Load { .. }
                | Instr::Store { .. }
                | Instr::LoadBits { .. }
                | Instr::Atomic { success: None, .. },
            ) => Waits::Access,
            Some(Instr::Library { function, args, .. }) => {
                let name = function.name();
                let is_unused = args.get(1).is_some_and(|arg| {
                    matches!(arg, &Arg::Scalar(operand, _) if operand & CONST != 0
                        && code.consts[(operand & !CONST) as usize] == Val::ZERO)
                });
                match () {
                    () if library::is(name, Trait::Choice) || library::is_input(name) => Waits::Choice,
                    () if is_unused => Waits::Join,
                    () => Waits::Else,
                }
            }
            _ => Waits::Else,
        }
    }
}

/// What each function does from its start on, and what all of those do whose address is taken.
struct Entries {
    words: usize,
    functions: Vec<Set>,
    any: Set,
}

impl Entries {
    fn of(program: &Program, code: &[Code], words: usize) -> Entries {
        let taken = taken(program);
        let mut entries = Entries {
            words,
            functions: vec![Set::new(words); program.functions.len()],
            any: Set::new(words),
        };
        let mut calls = Vec::new();
        for (index, function) in program.functions.iter().enumerate() {
            let own = &mut entries.functions[index];
            let mut uses = Uses::default();
            let body = function.body.as_ref();
            if let Some((body, aliases)) = body.map(|body| (body, Aliases::of(body))) {
                for edge in &body.edges {
                    let found = Uses::of(program, body, &aliases, &edge.op);
                    own.take_in(&found, &code[index], |_| true);
                    uses.calls.extend(&found.calls);
                    uses.calls_any |= found.calls_any;
                }
            }
            if function.body.is_none() {
                // Called through a pointer it gets anything.
                scan::library_call(&function.name, &[], &mut uses);
                own.take_in(&uses, &code[index], |_| true);
            }
            uses.calls.sort_unstable();
            uses.calls.dedup();
            calls.push(uses);
        }
        loop {
            let mut is_new = false;
            for (index, uses) in calls.iter().enumerate() {
                let mut own = std::mem::take(&mut entries.functions[index]);
                entries.calls(uses, |callee| is_new |= own.join(callee));
                entries.functions[index] = own;
                if taken.contains(&FunctionId(index as u32)) {
                    is_new |= entries.any.join(&entries.functions[index]);
                }
            }
            if !is_new {
                return entries;
            }
        }
    }

    fn calls(&self, uses: &Uses, mut f: impl FnMut(&Set)) {
        uses.calls.iter().for_each(|callee| f(&self.functions[callee.index()]));
        if uses.calls_any {
            f(&self.any);
        }
    }
}

/// Registers that an operation sets. The end of a scope sets none: what is read later has begun again.
fn for_each_set(op: &Op, f: impl FnMut(LocalId)) {
    if !matches!(op, Op::End { .. }) {
        op.for_each_written(f);
    }
}

/// Functions whose address is taken anywhere.
fn taken(program: &Program) -> HashSet<FunctionId> {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let exprs = bodies.flat_map(|body| &body.exprs);
    let in_code = exprs.filter_map(|expr| match expr.kind {
        cfa::expr::ExprKind::Function(id) => Some(id),
        _ => None,
    });
    let addresses = program.objects.iter().flat_map(|object| &object.init.addresses);
    let in_data = addresses.filter_map(|address| match address.target {
        AddressTarget::Function(id) => Some(id),
        _ => None,
    });
    in_code.chain(in_data).collect()
}

/// Whether functions may run of which no call tells, or control may go where no edge leads.
fn is_astray(program: &Program) -> bool {
    let is_wild = |it: &Trait| matches!(it, Trait::Registers(_) | Trait::Jumps | Trait::Strays);
    // Headers declare more than is used.
    let mut rows = used(program).into_iter().filter_map(|id| library::find(&program.function(id).name));
    let edges = program.functions.iter().filter_map(|it| it.body.as_ref()).flat_map(|body| &body.edges);
    let is_jump = |op: &Op| matches!(op, Op::SetJump { .. } | Op::LongJump { .. } | Op::Asm(_));
    !program.destructors.is_empty()
        || rows.any(|row| row.traits.iter().any(is_wild))
        || edges.into_iter().any(|edge| is_jump(&edge.op))
}

/// Whether a program has threads at all.
pub(crate) fn has_threads(program: &Program) -> bool {
    used(program).into_iter().any(|id| library::is(&program.function(id).name, Trait::StartsThreads))
}

/// Undefined functions that are called, or whose address is taken.
fn used(program: &Program) -> HashSet<FunctionId> {
    let edges = program.functions.iter().filter_map(|it| it.body.as_ref()).flat_map(|body| &body.edges);
    let called = edges.filter_map(|edge| match edge.op {
        Op::Call { callee: Callee::Direct(id), .. } => Some(id),
        _ => None,
    });
    let all = called.chain(taken(program));
    all.filter(|&id| program.function(id).body.is_none()).collect()
}

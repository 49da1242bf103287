//! Accesses to memory: when one is outside its object.
//!
//! What the machine calls a violation of valid-deref: an access that is out of bounds, through a null or dangling pointer,
//! misaligned, or a write to a constant. Two kinds of access can be expressed: to an object that the address names, where only
//! indices decide; and through a pointer into a region whose objects are all there whenever it is accessed
//! (`Regions::steady`): the address has to lie in one of them. Objects may lie anywhere, so an address that is computed from
//! another object lies in none of them somewhere. All else (the heap, locals that end before their function or whose
//! address is kept in memory, library functions, variable length arrays) is not expressed and stands in the way of a proof.

use cfa::expr::{ExprId, ExprKind, Reach};
use cfa::op::{Callee, Destination, Op, Value};
use cfa::types::Type;

use verdict::Property;

use crate::absence::{Risks, is_handing_out};
use crate::encode::{Encoder, Here, State};
use crate::facts::storage::{Owner, bits_at};
use formula::{Order, Term, Word};

/// Said of memory that an undefined function is given a pointer to.
pub const HANDED_OUT: &str =
    "what an undefined function accesses of the memory that it is given a pointer to";

/// Bytes that are read or written.
pub struct Access {
    address: ExprId,
    size: u64,
    align: u32,
    is_write: bool,
    /// It initialises an object, which may be a constant.
    is_initial: bool,
}

impl Access {
    fn is_change(&self) -> bool {
        self.is_write && !self.is_initial
    }
}

/// What is known of accesses.
pub struct Validity {
    /// When one is invalid.
    pub invalid: Term,
    /// Why one may be invalid otherwise.
    pub unclear: Option<&'static str>,
}

impl Validity {
    fn decided(invalid: Term) -> Validity {
        Validity { invalid, unclear: None }
    }

    fn unclear(why: &'static str) -> Validity {
        Validity { invalid: Term::FALSE, unclear: Some(why) }
    }
}

/// Objects of a region that are told apart.
const MANY: usize = 16;

impl Encoder<'_> {
    /// When an operation makes an invalid access.
    pub fn validity(&mut self, state: &State, here: Here<'_>, op: &Op) -> Validity {
        let accesses = match self.accesses(op) {
            Ok(accesses) => accesses,
            Err(why) => return Validity::unclear(why),
        };
        let mut all = Validity::decided(self.leaves_memory(state, here, op));
        for access in accesses {
            let it = match self.storage.inside(here.function, here.body, access.address) {
                Some(inside) => self.outside_of_object(state, here, &access, &inside),
                None => self.outside_of_region(state, here, &access),
            };
            all.invalid = self.terms.or(all.invalid, it.invalid);
            all.unclear = all.unclear.or(it.unclear);
        }
        all
    }

    /// The accesses of an operation, but for those of the function that it calls.
    fn accesses(&self, op: &Op) -> Result<Vec<Access>, &'static str> {
        let (types, model) = (&self.program.types, self.program.model);
        let block = |address, size, is_write| Access { address, size, align: 1, is_write, is_initial: false };
        let scalar = |place: &cfa::op::Place, is_write| {
            let (start, width) = bits_at(place, model);
            let size = (start + u64::from(width)).div_ceil(8);
            let is_initial = place.access == cfa::op::Access::Initial;
            Access { address: place.address, size, align: place.align, is_write, is_initial }
        };
        Ok(match op {
            Op::Load { place, .. } => vec![scalar(place, false)],
            Op::Store { place, .. } => vec![scalar(place, true)],
            Op::Atomic(atomic) => vec![scalar(&atomic.place, true)],
            &Op::Copy { dst, src, ty, is_initial } => {
                let size = types.size(ty, model);
                vec![Access { is_initial, ..block(dst, size, true) }, block(src, size, false)]
            }
            Op::Zero { dst, size } => vec![Access { is_initial: true, ..block(*dst, *size, true) }],
            Op::Return { value: Some(Value::Aggregate(address, ty)) } => {
                vec![block(*address, types.size(*ty, model), false)]
            }
            Op::Call { dst, callee, args } => {
                let read = args.iter().filter_map(|arg| match arg {
                    Value::Aggregate(address, ty) => Some(block(*address, types.size(*ty, model), false)),
                    Value::Scalar(_) => None,
                });
                let mut all: Vec<Access> = read.collect();
                if let Destination::Memory(address) = dst {
                    let ty = match callee {
                        Callee::Direct(function) => self.program.function(*function).ty,
                        Callee::Indirect(_, ty) => *ty,
                    };
                    let Type::Function(signature) = types.get(ty) else {
                        return Err("a call of what is no function");
                    };
                    all.push(block(*address, types.size(signature.result, model), true));
                }
                all
            }
            Op::BeginVla { .. } | Op::Alloca { .. } => return Err("memory whose size is not known"),
            Op::VaStart { .. } | Op::VaArg { .. } | Op::VaCopy { .. } => return Err("variable arguments"),
            Op::Asm(_) => return Err("assembly, which may access anything"),
            Op::Complex(_) => return Err("memory that holds complex numbers"),
            Op::Jump { .. } => return Err("a computed goto, whose address may be none of a label"),
            _ => Vec::new(),
        })
    }

    /// An access to an object that the address names.
    fn outside_of_object(
        &mut self,
        state: &State,
        here: Here<'_>,
        access: &Access,
        inside: &crate::facts::storage::Inside,
    ) -> Validity {
        if self.is_stream(inside.owner) && inside.offset == 0 && inside.indices.is_empty() {
            return Validity::decided(Term::FALSE);
        }
        if !self.storage.has_constant_size(inside.owner) {
            return Validity::unclear("memory whose size is not known");
        }
        if access.is_change() && inside.owner.is_constant(self.program) {
            return Validity::decided(Term::TRUE);
        }
        let align = i128::from(access.align.max(1));
        let is_aligned = |distance: i128| distance % align == 0;
        if !is_aligned(inside.offset) || !inside.indices.iter().all(|&(_, scale)| is_aligned(scale.into())) {
            return Validity::unclear("an access that may be misaligned");
        }
        let room = i128::from(self.storage.size_of(inside.owner)) - i128::from(access.size);
        if room < 0 {
            return Validity::decided(Term::TRUE);
        }
        // Exact: an index has at most 64 bits, and so has a scale.
        const EXACT: u32 = 128;
        let mut total = self.terms.bits(EXACT, inside.offset as u128);
        for &(index, scale) in &inside.indices {
            if scale >= 1 << 48 {
                return Validity::unclear("an array of more than 2^48 bytes");
            }
            let index = self.eval(state, here, index);
            let index = self.terms.extend(index, true, EXACT);
            let scale = self.terms.bits(EXACT, scale.into());
            let distance = self.terms.word(Word::Mul, index, scale);
            total = self.terms.word(Word::Add, total, distance);
        }
        let room = self.terms.bits(EXACT, room as u128);
        // What lies before the object is far behind it.
        Validity::decided(self.terms.order(Order::Ult, room, total))
    }

    /// An access through a pointer.
    fn outside_of_region(&mut self, state: &State, here: Here<'_>, access: &Access) -> Validity {
        let address = self.eval(state, here, access.address);
        let width = self.terms.width(address);
        let steady = self.storage.steady_owners(here.function, here.body, access.address, access.align);
        let Some((owners, is_aligned)) = steady.filter(|(owners, _)| owners.len() <= MANY) else {
            let base = self.base(state, here, access.address);
            let null = self.terms.bits(width, 0);
            let invalid = self.terms.eq(base, null);
            let why = "an access to memory that may be on the heap, gone, or one of many objects";
            return Validity { invalid, unclear: Some(why) };
        };
        let mut is_valid = Term::FALSE;
        for owner in owners {
            let room = self.storage.size_of(owner).checked_sub(access.size);
            let Some(room) = room.filter(|_| !(access.is_change() && owner.is_constant(self.program))) else {
                continue;
            };
            let start = self.address(crate::facts::storage::Addressed::Owner(owner));
            let distance = self.terms.word(Word::Sub, address, start);
            let room = self.terms.bits(width, room.into());
            let mut is_inside = self.terms.order(Order::Ule, distance, room);
            if !is_aligned {
                let low = self.terms.bits(width, u128::from(access.align.max(1)) - 1);
                let (rest, zero) = (self.terms.word(Word::And, distance, low), self.terms.bits(width, 0));
                let is_multiple = self.terms.eq(rest, zero);
                is_inside = self.terms.and(is_inside, is_multiple);
            }
            is_valid = self.terms.or(is_valid, is_inside);
        }
        Validity::decided(self.terms.not(is_valid))
    }

    /// What an address was computed from.
    fn base(&mut self, state: &State, here: Here<'_>, address: ExprId) -> Term {
        match here.body.expr(address).kind {
            ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => self.base(state, here, base),
            _ => self.eval(state, here, address),
        }
    }

    /// Whether an object is one of the C library's, which holds the address of a stream.
    fn is_stream(&self, owner: Owner) -> bool {
        matches!(owner, Owner::Object(id) if !self.program.object(id).is_defined
            && ["stdin", "stdout", "stderr"].contains(&self.program.object(id).name.as_str()))
    }

    /// When an index is none of its array, or an address is moved so far that it may come around.
    fn leaves_memory(&mut self, state: &State, here: Here<'_>, op: &Op) -> Term {
        let mut leaves = Term::FALSE;
        let mut work: Vec<ExprId> = Vec::new();
        op.for_each_expr(|expr| work.push(expr));
        while let Some(id) = work.pop() {
            let kind = here.body.expr(id).kind;
            kind.for_each_operand(|operand| work.push(operand));
            let is_wrong = match kind {
                ExprKind::Within { index, length, reach } => {
                    self.is_outside_of_array(state, here, index, length, reach)
                }
                ExprKind::Index { index, scale, .. } if here.body.constant(index).is_none() && scale > 0 => {
                    let limit = (1i128 << (self.storage.word() - 2)) / i128::from(scale);
                    // What is within its array is not far.
                    if let ExprKind::Within { length, .. } = here.body.expr(index).kind
                        && here.body.constant(length).is_some_and(|length| length < limit)
                    {
                        continue;
                    }
                    let index = self.eval(state, here, index);
                    self.terms.is_outside(index, (-limit, limit))
                }
                _ => continue,
            };
            leaves = self.terms.or(leaves, is_wrong);
        }
        leaves
    }

    fn is_outside_of_array(
        &mut self,
        state: &State,
        here: Here<'_>,
        index: ExprId,
        length: ExprId,
        reach: Reach,
    ) -> Term {
        let index = self.eval(state, here, index);
        if let Some(length) = here.body.constant(length) {
            let last = if reach == Reach::End { length } else { length - 1 };
            return self.terms.is_outside(index, (0, last));
        }
        // Of no length below one there is an index.
        let length = self.eval(state, here, length);
        let zero = self.terms.bits(self.terms.width(index), 0);
        let order = if reach == Reach::End { Order::Sle } else { Order::Slt };
        let (is_before, is_behind) =
            (self.terms.order(Order::Slt, index, zero), self.terms.order(order, index, length));
        let is_behind = self.terms.not(is_behind);
        self.terms.or(is_before, is_behind)
    }

    /// Why it is not known whether a function of the C library makes an invalid access; nothing if it makes none.
    /// Those that end the run, choose or allocate are given no pointers that matter.
    pub fn library_access(
        &mut self,
        risks: &Risks<'_>,
        here: Here<'_>,
        name: &str,
        args: &[Value],
    ) -> Option<&'static str> {
        let is_sure = !risks.of_call(here.function, here.body, name, args).has(Property::ValidDeref);
        let why = match is_handing_out(here.body, name, args) {
            true => HANDED_OUT,
            false => "memory that a function of the C library accesses",
        };
        (!is_sure).then_some(why)
    }
}

//! Which registers of a function are still needed at each of its locations. The others are indeterminate at every
//! stored state, so that states do not differ in values that nobody reads again.
//!
//! A local that lives in memory is needed where the function may name it again before it begins anew. From elsewhere it is an object of
//! a frame that nobody but the end of that frame comes to, unless a pointer leads there: see [`super::heap`].

use cfa::expr::{ExprId, ExprKind};
use cfa::op::Op;
use cfa::program::{Body, LocalId, LocalKind, Storage};
use cfa::types::DataModel;

use crate::code::{Code, Instr};

/// Live registers, by slot, for each instruction at which a frame may stand in a stored state.
#[derive(Debug, Default)]
pub(crate) struct Live {
    /// Words of a set.
    stride: usize,
    /// By location, in bits over slots.
    sets: Vec<u64>,
    /// The location whose registers matter at an instruction.
    location_of: Vec<u32>,
}

const NONE: u32 = u32::MAX;
/// Words that the sets of one function may take; beyond it everything counts as live.
const LIMIT: usize = 1 << 24;

impl Live {
    /// With `keeps_variables` only temporaries in registers cease to be needed: a variable holds on to what it points to.
    pub fn of(body: &Body, code: &Code, keeps_variables: bool) -> Live {
        let stride = (code.cleared as usize).div_ceil(64);
        let count = body.locations();
        if stride * count > LIMIT {
            return Live::default();
        }
        let mut live =
            Live { stride, sets: vec![0; stride * count], location_of: vec![NONE; code.instrs.len()] };
        live.solve(body, code);
        // How large an array of variable length is, is told by where it lies.
        let is_kept_object = |local: &LocalId| {
            keeps_variables || matches!(body.local(*local).storage, Storage::Memory { is_variable: true, .. })
        };
        let objects = (0..code.objects.len() as u32).map(LocalId).filter(is_kept_object);
        let objects = objects.filter_map(|local| code.objects[local.index()]).map(|object| object.slot);
        let is_kept = |local: &LocalId| keeps_variables && body.local(*local).kind != LocalKind::Temporary;
        let variables =
            (0..body.locals.len() as u32).map(LocalId).filter(is_kept).map(|l| code.register_slot(l));
        for slot in objects.chain(variables) {
            for set in live.sets.chunks_mut(stride.max(1)) {
                set[slot as usize / 64] |= 1 << (slot % 64);
            }
        }
        for (location, &pc) in code.first_of.iter().enumerate() {
            if let Some(at) = live.location_of.get_mut(pc as usize) {
                *at = location as u32;
            }
        }
        // Behind a call the frame stands at the jump to the next location.
        for (pc, instr) in code.instrs.iter().enumerate() {
            if let Instr::Jump { to } = instr {
                live.location_of[pc] = live.location_of[*to as usize];
            }
        }
        live
    }

    /// Whether a slot is needed by a frame that stands at an instruction.
    #[inline]
    pub fn set(&self, pc: u32) -> Option<&[u64]> {
        let location = *self.location_of.get(pc as usize)?;
        if location == NONE {
            return None;
        }
        let at = location as usize * self.stride;
        self.sets.get(at..at + self.stride)
    }

    /// The slots that are needed at a location; `None` if all may be.
    pub fn at(&self, location: usize) -> Option<&[u64]> {
        self.sets.get(location * self.stride..(location + 1) * self.stride)
    }

    fn solve(&mut self, body: &Body, code: &Code) {
        let stride = self.stride;
        let mut set = vec![0u64; stride];
        // Locations are numbered depth first, so going backwards settles most of it in one round.
        loop {
            let mut is_changed = false;
            for location in (0..body.locations() as u32).rev() {
                set.fill(0);
                for edge in body.out(cfa::program::Location(location)) {
                    let mut after = self.sets[edge.to.index() * stride..][..stride].to_vec();
                    edge.op.for_each_written(|local| change(body, code, local, &mut after, false));
                    if let Op::Begin { locals } = &edge.op {
                        locals.iter().for_each(|&local| name(code, local, &mut after, false));
                    }
                    edge.op.for_each_expr(|e| read(body, code, e, &mut after));
                    set.iter_mut().zip(&after).for_each(|(a, b)| *a |= b);
                }
                let old = &mut self.sets[location as usize * stride..][..stride];
                if old != set {
                    old.copy_from_slice(&set);
                    is_changed = true;
                }
            }
            if !is_changed {
                return;
            }
        }
    }
}

fn change(body: &Body, code: &Code, local: LocalId, set: &mut [u64], is_live: bool) {
    let Storage::Register(scalar) = body.local(local).storage else { return };
    // How many slots a scalar takes is the same under either data model.
    let first = code.register_slot(local);
    for slot in first..first + crate::compile::kind(scalar, DataModel::Lp64).slots() {
        let (word, bit) = (slot as usize / 64, 1 << (slot % 64));
        if is_live {
            set[word] |= bit;
        } else {
            set[word] &= !bit;
        }
    }
}

/// A local in memory is named, or begins.
fn name(code: &Code, local: LocalId, set: &mut [u64], is_live: bool) {
    let Some(object) = code.objects.get(local.index()).copied().flatten() else { return };
    let (word, bit) = (object.slot as usize / 64, 1 << (object.slot % 64));
    if is_live {
        set[word] |= bit;
    } else {
        set[word] &= !bit;
    }
}

fn read(body: &Body, code: &Code, e: ExprId, set: &mut [u64]) {
    let mut work = vec![e];
    while let Some(e) = work.pop() {
        match body.expr(e).kind {
            ExprKind::Local(local) => change(body, code, local, set, true),
            ExprKind::Address(local) => name(code, local, set, true),
            kind => kind.for_each_operand(|operand| work.push(operand)),
        }
    }
}

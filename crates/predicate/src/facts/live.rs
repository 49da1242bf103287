//! Which registers functions may still read.

use cfa::Program;
use cfa::address::Addresses;
use cfa::expr::ExprId;
use cfa::op::Op;
use cfa::program::{Body, Function, FunctionId, LocalId, Location};

/// Of the functions that are reached.
pub struct Lives(Vec<Option<Live>>);

impl Lives {
    pub fn of(program: &Program, addresses: &Addresses) -> Lives {
        let reached = |(id, function): (FunctionId, &Function)| {
            function.body.as_ref().filter(|_| addresses.is_function_reached(id)).map(Live::of)
        };
        Lives((0..).map(FunctionId).zip(&program.functions).map(reached).collect())
    }

    pub fn is_live(&self, function: FunctionId, at: Location, local: LocalId) -> bool {
        self.0[function.index()].as_ref().is_none_or(|live| live.is_live(at, local))
    }
}

/// One bit for each local at each location.
struct Live {
    words: usize,
    bits: Vec<u64>,
}

impl Live {
    fn of(body: &Body) -> Live {
        let words = body.locals.len().div_ceil(64).max(1);
        let mut live = Live { words, bits: vec![0; words * body.locations()] };
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); body.locations()];
        for (index, edge) in body.edges.iter().enumerate() {
            into[edge.to.index()].push(index as u32);
        }
        let mut work: Vec<Location> = (0..body.locations() as u32).map(Location).collect();
        let mut is_waiting = vec![true; body.locations()];
        let mut set = vec![0; words];
        while let Some(at) = work.pop() {
            is_waiting[at.index()] = false;
            for &index in &into[at.index()] {
                let edge = &body.edges[index as usize];
                set.copy_from_slice(live.at(at));
                step(body, &edge.op, &mut set);
                let target = &mut live.bits[edge.from.index() * words..][..words];
                if target.iter().zip(&set).any(|(old, new)| new & !old != 0) {
                    target.iter_mut().zip(&set).for_each(|(old, new)| *old |= new);
                    if !std::mem::replace(&mut is_waiting[edge.from.index()], true) {
                        work.push(edge.from);
                    }
                }
            }
        }
        live
    }

    fn at(&self, at: Location) -> &[u64] {
        &self.bits[at.index() * self.words..][..self.words]
    }

    fn is_live(&self, at: Location, local: LocalId) -> bool {
        self.at(at)[local.index() / 64] & 1 << (local.index() % 64) != 0
    }
}

/// From after an operation to before it.
fn step(body: &Body, op: &Op, set: &mut [u64]) {
    op.for_each_written(|local| set[local.index() / 64] &= !(1 << (local.index() % 64)));
    let mut work: Vec<ExprId> = Vec::new();
    op.for_each_expr(|expr| work.push(expr));
    while let Some(expr) = work.pop() {
        let kind = body.expr(expr).kind;
        if let cfa::expr::ExprKind::Local(local) = kind {
            set[local.index() / 64] |= 1 << (local.index() % 64);
        }
        kind.for_each_operand(|operand| work.push(operand));
    }
}

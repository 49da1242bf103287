//! Owners cut into cells: the groups of bits that accesses share.

use rustc_hash::FxHashMap as HashMap;

use cfa::expr::ExprId;
use cfa::op::{Callee, Op, Place, Value};
use cfa::program::{Body, FunctionId};
use cfa::types::Scalar;

use super::{Owner, Storage, bits_at};
use crate::facts::key::{Key, Keys};
use crate::facts::region::gcd;
use formula::{Sort, Symbol, Terms};

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

/// An access to an owner: offset, stride, first bit, bits, and whether it moves a pointer.
pub(super) type Touch = (i128, u64, u64, u32, bool);
/// The widest cell.
const WIDEST: u64 = 128;

impl<'p> Storage<'p> {
    #[allow(clippy::type_complexity)]
    pub(super) fn accesses_of(
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
    pub(super) fn cut(
        &mut self,
        owner: Owner,
        list: &[Touch],
        terms: &mut Terms,
        keys: &mut Keys,
    ) -> Option<Layout> {
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
            keys.insert(Key::Cell(owner, start, width), symbol);
            terms.set_sign(symbol, false);
            if pointers.iter().any(|&first| start <= first && first < end) {
                self.pointer_cells.insert(symbol);
            }
            cells.push(Cell { start, width, symbol });
        }
        Some(Layout { stride, cells })
    }

    /// A cell that is read as a signed number somewhere holds signed ones.
    pub(super) fn sign_cell(&self, function: FunctionId, body: &Body, op: &Op, terms: &mut Terms) {
        let place = match op {
            Op::Load { place, .. } => place,
            Op::Atomic(atomic) => &atomic.place,
            _ => return,
        };
        let (start, width) = bits_at(place, self.program.model);
        if place.ty.is_signed()
            && let Some(inside) = self.inside(function, body, place.address)
            && let Some((cell, _)) = self.cell(inside.owner, inside.offset, start, width)
            && !self.holds_pointers(cell.symbol)
        {
            terms.set_sign(cell.symbol, true);
        }
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
}

/// Ranges that overlap as one; nothing if one is too wide then.
pub(super) fn merge(mut ranges: Vec<(u64, u64)>) -> Option<Vec<(u64, u64)>> {
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

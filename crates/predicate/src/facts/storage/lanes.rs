//! Regions cut into arrays from addresses to words, or taken byte by byte.

use cfa::expr::ExprId;
use cfa::program::{Body, FunctionId, LocalId};

use super::layout::{Cell, Layout, merge};
use super::{Owner, Storage};
use crate::facts::key::{Key, Keys};
use crate::facts::region::RegionId;
use formula::{Sort, Symbol, Terms};

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

/// Cells of a region that one operation writes one by one.
const MANY: u64 = 256;

impl<'p> Storage<'p> {
    /// Cuts a region into cells, or takes it byte by byte.
    pub(super) fn lanes_of(&self, region: RegionId, name: &str, terms: &mut Terms, keys: &mut Keys) -> Lanes {
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
                    keys.insert(Key::Lane(region, start, width), symbol);
                    cells.push(Cell { start, width, symbol });
                }
                Lanes::Cells(Layout { stride, cells })
            }
            None => {
                let symbol = terms.new_symbol(name.into(), Sort::Array { index: word, value: 8 });
                keys.insert(Key::Bytes(region), symbol);
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
}

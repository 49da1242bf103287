//! What data holds when the program starts.

use std::collections::BTreeMap;

use cfa::program::{AddressTarget, ObjectId};

use super::lanes::Lanes;
use super::layout::{Cell, Layout};
use super::{Addressed, Owner, Storage};
use crate::facts::key::Keys;
use crate::facts::region::RegionId;
use formula::{Symbol, Term, Terms, Word};

/// Elements of an initialised array that are told apart at the start.
const ELEMENTS: u64 = 4096;
/// Elements of a constant array whose values are told wherever it is read.
const TABLE: u64 = 64;

impl<'p> Storage<'p> {
    /// All cells with their values when the program starts, but for what is not known then.
    pub fn initial(&self, terms: &mut Terms, keys: &mut Keys) -> Vec<(Symbol, Term)> {
        let mut values = Vec::new();
        let mut owners: Vec<(Owner, Layout)> = self.layouts.iter().map(|(o, l)| (*o, l.clone())).collect();
        owners.sort_unstable_by_key(|(owner, _)| *owner);
        for (owner, layout) in owners {
            let Owner::Object(id) = owner else { continue };
            if !self.program.object(id).is_defined {
                continue;
            }
            for cell in &layout.cells {
                if let Some(value) = self.initial_cell(terms, keys, id, &layout, cell) {
                    values.push((cell.symbol, value));
                }
            }
        }
        values.extend(self.initial_regions(terms, keys));
        values
    }

    /// What a cell of a constant object always holds, unless it is large.
    pub fn constant(&self, terms: &mut Terms, keys: &mut Keys, owner: Owner, cell: &Cell) -> Option<Term> {
        let Owner::Object(id) = owner else { return None };
        let object = self.program.object(id);
        if !object.is_constant || !object.is_defined {
            return None;
        }
        let layout = self.layout(owner)?.clone();
        let is_small = layout.stride == 0 || object.size.div_ceil(layout.stride) <= TABLE;
        is_small.then(|| self.initial_cell(terms, keys, id, &layout, cell)).flatten()
    }

    /// What static objects hold at the start that are reached through pointers. Of those with many cells nothing is said.
    fn initial_regions(&self, terms: &mut Terms, keys: &mut Keys) -> BTreeMap<Symbol, Term> {
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
                let base = self.address(terms, keys, Addressed::Owner(owner));
                for (cell, at) in cells {
                    let bits = (at * 8 + cell.start % 8, cell.width);
                    let Some(value) = self.initial_bits(terms, keys, id, bits, true) else { continue };
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
        &self,
        terms: &mut Terms,
        keys: &mut Keys,
        id: ObjectId,
        layout: &Layout,
        cell: &Cell,
    ) -> Option<Term> {
        let is_pointer = self.holds_pointers(cell.symbol);
        if layout.stride == 0 {
            return self.initial_bits(terms, keys, id, (cell.start, cell.width), is_pointer);
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
            let value = self.initial_bits(terms, keys, id, (start, cell.width), is_pointer)?;
            if terms.constant(value) != Some(0) {
                let index = terms.bits(self.word(), (element * layout.stride).into());
                array = terms.store(array, index, value);
            }
        }
        Some(array)
    }

    /// Initial bits of an object: first and how many, and whether they are read as pointers. As a number, an address is any.
    fn initial_bits(
        &self,
        terms: &mut Terms,
        keys: &mut Keys,
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
            let base = self.address(terms, keys, target);
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

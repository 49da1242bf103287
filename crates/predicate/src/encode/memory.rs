//! Loads and stores: in cells of owners, and in regions through pointers.

use cfa::expr::ExprId;
use cfa::op::{Access, Place};
use cfa::types::Scalar;
use machine::exec::foreign::name_of_read;

use super::{Encoder, Here, Origin, Site, State};
use crate::facts::storage::{Addressed, Cell, Owner, Spot, Storage, bits_at};
use formula::{Term, Word};

impl<'p> Encoder<'p> {
    /// The index of an access into cells with a stride.
    fn element(
        &mut self,
        state: &State,
        here: Here<'_>,
        inside: &crate::facts::storage::Inside,
        stride: u64,
    ) -> Term {
        let word = self.storage.word();
        let base = inside.offset.div_euclid(i128::from(stride)) * i128::from(stride);
        let mut index = self.terms.bits(word, base as u128);
        for &(expr, scale) in &inside.indices {
            let value = self.eval(state, here, expr);
            let value = self.terms.resize(value, true, word);
            let scale = self.terms.bits(word, scale.into());
            let offset = self.terms.word(Word::Mul, value, scale);
            index = self.terms.word(Word::Add, index, offset);
        }
        index
    }

    pub fn load(&mut self, state: &State, here: Here<'_>, place: &Place) -> Term {
        let width = self.width(place.ty);
        let (start, bits) = bits_at(place, self.program.model);
        let inside = self.storage.inside(here.function, here.body, place.address);
        let cell = inside.as_ref().and_then(|it| self.storage.cell(it.owner, it.offset, start, bits));
        let (Some(inside), Some((cell, first))) = (inside, cell) else {
            let Some(spot) = self.spot(here, place.address, start, bits) else {
                let Site { function, edge, .. } = self.site;
                let read = name_of_read(&self.program.function(function).name, edge);
                let address = self.eval(state, here, place.address);
                let value = self.unknown_of(state, place.ty, bits, width, Origin::Read(read));
                if let Some(input) = self.inputs.last_mut() {
                    (input.is_pointer, input.address) = (place.ty == Scalar::Pointer, Some(address));
                }
                return value;
            };
            let address = self.eval(state, here, place.address);
            let part = self.load_spot(state, spot, address, bits);
            return self.terms.resize(part, place.ty.is_signed(), width);
        };
        if place.ty != Scalar::Pointer && self.storage.holds_pointers(cell.symbol) {
            // An address as a number: where objects lie is not known.
            return self.unknown_of(state, place.ty, bits, width, Origin::Unknown);
        }
        let constant = match place.access {
            Access::Volatile => None,
            _ => self.constant(inside.owner, &cell),
        };
        let mut whole = constant.unwrap_or_else(|| self.value(state, cell.symbol));
        let stride = self.storage.layout(inside.owner).map_or(0, |layout| layout.stride);
        if stride != 0 {
            let index = self.element(state, here, &inside, stride);
            whole = match constant {
                Some(table) => self.terms.look_up(table, index),
                None => self.terms.select(whole, index),
            };
        }
        let part = self.terms.extract(whole, first, bits);
        self.terms.resize(part, place.ty.is_signed(), width)
    }

    /// What a cell of a constant object always holds, unless it is large.
    fn constant(&mut self, owner: Owner, cell: &Cell) -> Option<Term> {
        if let Some(&known) = self.constants.get(&cell.symbol) {
            return known;
        }
        let value = self.storage.constant(&mut self.terms, &mut self.keys, owner, cell);
        self.constants.insert(cell.symbol, value);
        value
    }

    /// A value of a type that nothing is known of.
    fn unknown_of(&mut self, state: &State, ty: Scalar, bits: u32, width: u32, origin: Origin) -> Term {
        if ty == Scalar::Bool {
            let flag = self.fresh(1, state.guard, origin);
            return self.terms.extend(flag, false, width);
        }
        let part = self.fresh(bits.min(width), state.guard, origin);
        self.terms.resize(part, ty.is_signed(), width)
    }

    pub fn store(&mut self, state: &mut State, here: Here<'_>, place: &Place, value: Term) {
        let (start, bits) = bits_at(place, self.program.model);
        let mut value = self.terms.resize(value, place.ty.is_signed(), bits);
        let inside = self.storage.inside(here.function, here.body, place.address);
        let cell = inside.as_ref().and_then(|it| self.storage.cell(it.owner, it.offset, start, bits));
        let (Some(inside), Some((cell, first))) = (inside, cell) else {
            if let Some((lanes, offset)) = self.storage.lanes(here.function, here.body, place.address) {
                let address = self.eval(state, here, place.address);
                match Storage::spot(&lanes, offset, start, bits) {
                    Some(spot) => self.store_spot(state, spot, address, value),
                    None => self.forget_lanes(state, &lanes),
                }
            }
            return;
        };
        if place.ty != Scalar::Pointer && self.storage.holds_pointers(cell.symbol) {
            value = match bits == self.storage.word() {
                true => self.number_as_address(state, value),
                false => self.unknown(bits, state),
            };
        }
        let stride = self.storage.layout(inside.owner).map_or(0, |layout| layout.stride);
        let old = self.value(state, cell.symbol);
        let new = if stride == 0 {
            self.overlay(old, value, first)
        } else {
            let index = self.element(state, here, &inside, stride);
            let element = if bits == cell.width { value } else { self.terms.select(old, index) };
            let element = self.overlay(element, value, first);
            self.terms.store(old, index, element)
        };
        state.values.insert(cell.symbol, new);
    }

    /// Where an access through a pointer goes; nothing if the region is not known.
    fn spot(&self, here: Here<'_>, address: ExprId, start: u64, bits: u32) -> Option<Spot> {
        let (lanes, offset) = self.storage.lanes(here.function, here.body, address)?;
        Storage::spot(&lanes, offset, start, bits)
    }

    pub(super) fn moved(&mut self, address: Term, by: i128) -> Term {
        let by = self.terms.bits(self.terms.width(address), by as u128);
        self.terms.word(Word::Add, address, by)
    }

    fn load_spot(&mut self, state: &State, spot: Spot, address: Term, bits: u32) -> Term {
        match spot {
            Spot::Cell { cell, before, first } => {
                let index = self.moved(address, -i128::from(before));
                let array = self.value(state, cell.symbol);
                let whole = self.terms.select(array, index);
                self.terms.extract(whole, first, bits)
            }
            Spot::Bytes { symbol, first } => {
                let array = self.value(state, symbol);
                let bytes = (first + bits).div_ceil(8);
                let mut whole = self.terms.select(array, address);
                for byte in 1..bytes {
                    let index = self.moved(address, byte.into());
                    let next = self.terms.select(array, index);
                    whole = self.terms.concat(next, whole);
                }
                self.terms.extract(whole, first, bits)
            }
        }
    }

    fn store_spot(&mut self, state: &mut State, spot: Spot, address: Term, value: Term) {
        let bits = self.terms.width(value);
        match spot {
            Spot::Cell { cell, before, first } => {
                let index = self.moved(address, -i128::from(before));
                let array = self.value(state, cell.symbol);
                let old = if bits == cell.width { value } else { self.terms.select(array, index) };
                let new = self.overlay(old, value, first);
                let array = self.terms.store(array, index, new);
                state.values.insert(cell.symbol, array);
            }
            Spot::Bytes { symbol, first } => {
                let bytes = (first + bits).div_ceil(8);
                let mut whole = value;
                if first != 0 || !bits.is_multiple_of(8) {
                    let old = self.load_spot(state, Spot::Bytes { symbol, first: 0 }, address, bytes * 8);
                    whole = self.overlay(old, value, first);
                }
                let mut array = self.value(state, symbol);
                for byte in 0..bytes {
                    let index = self.moved(address, byte.into());
                    let part = self.terms.extract(whole, byte * 8, 8);
                    array = self.terms.store(array, index, part);
                }
                state.values.insert(symbol, array);
            }
        }
    }

    /// A scalar that an owner in a region holds from its start on.
    pub fn store_owner(&mut self, state: &mut State, owner: Owner, value: Term) {
        let Some(lanes) = self.storage.lanes_of_owner(owner) else { return };
        let address = self.address(Addressed::Owner(owner));
        match Storage::spot(&lanes, 0, 0, self.terms.width(value)) {
            Some(spot) => self.store_spot(state, spot, address, value),
            None => self.forget_lanes(state, &lanes),
        }
    }

    /// `old` with the bits from `first` on replaced.
    fn overlay(&mut self, old: Term, part: Term, first: u32) -> Term {
        let (whole, bits) = (self.terms.width(old), self.terms.width(part));
        let mut new = part;
        if first > 0 {
            let low = self.terms.extract(old, 0, first);
            new = self.terms.concat(new, low);
        }
        if first + bits < whole {
            let high = self.terms.extract(old, first + bits, whole - first - bits);
            new = self.terms.concat(high, new);
        }
        new
    }
}

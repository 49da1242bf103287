//! Many cells of a region at once: forgotten, set or copied.

use super::{Encoder, Origin, State};
use crate::facts::storage::{Cell, Lanes, Storage};
use formula::{Symbol, Term};

impl<'p> Encoder<'p> {
    /// All that the arrays of a region hold becomes unknown.
    pub fn forget_lanes(&mut self, state: &mut State, lanes: &Lanes) {
        let symbols: Vec<Symbol> = match lanes {
            Lanes::Cells(layout) => layout.cells.iter().map(|cell| cell.symbol).collect(),
            Lanes::Bytes(symbol) => vec![*symbol],
        };
        for symbol in symbols {
            let value = self.unknown_like(state, symbol);
            state.values.insert(symbol, value);
        }
    }

    pub(super) fn unknown_like(&mut self, state: &State, symbol: Symbol) -> Term {
        let sort = self.terms.symbol_sort(symbol);
        self.input("unknown".into(), sort, state.guard, Origin::Unknown)
    }

    /// `size` bytes of a region at an address become what `f` says of each cell, by its distance from there.
    fn fill_lanes(
        &mut self,
        state: &mut State,
        (lanes, offset): (&Lanes, i64),
        address: Term,
        size: u64,
        f: &mut dyn FnMut(&mut Self, Cell, u64) -> Option<Term>,
    ) {
        let Some(cells) = Storage::cells_within(lanes, offset, size) else {
            return self.forget_lanes(state, lanes);
        };
        // All are read before any is written.
        let mut values = Vec::new();
        for (cell, at) in cells {
            let value = f(self, cell, at);
            let value = value.unwrap_or_else(|| self.unknown(cell.width, state));
            values.push((cell, at, value));
        }
        for (cell, at, value) in values {
            let index = self.moved(address, at.into());
            let array = self.value(state, cell.symbol);
            let array = self.terms.store(array, index, value);
            state.values.insert(cell.symbol, array);
        }
    }

    /// Copies within a region: what is copied is of one region on both sides.
    pub fn copy_lanes(
        &mut self,
        state: &mut State,
        (lanes, offset): (&Lanes, i64),
        (to, from): (Term, Option<Term>),
        size: u64,
    ) {
        let before = state.clone();
        self.fill_lanes(state, (lanes, offset), to, size, &mut |encoder, cell, at| {
            let index = encoder.moved(from?, at.into());
            let array = encoder.value(&before, cell.symbol);
            Some(encoder.terms.select(array, index))
        });
    }

    /// `size` bytes at an address become this one, or unknown.
    pub fn set_lanes(
        &mut self,
        state: &mut State,
        (lanes, offset): (&Lanes, i64),
        address: Term,
        size: u64,
        byte: Option<u8>,
    ) {
        self.fill_lanes(state, (lanes, offset), address, size, &mut |encoder, cell, _| {
            let all = u128::from_ne_bytes([byte?; 16]);
            Some(encoder.terms.bits(cell.width, all >> (cell.start % 8)))
        });
    }
}

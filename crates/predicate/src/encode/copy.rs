//! Objects as a whole: copied, zeroed, forgotten.

use cfa::expr::ExprId;
use cfa::types::TypeId;

use super::{Encoder, Here, State};
use crate::facts::storage::{Addressed, Cell, Owner};
use formula::Term;

impl<'p> Encoder<'p> {
    /// The cells of `size` bytes at an address become what `f` says of each: the cell, and its first bit from the address.
    /// Cells of which only a part lies there become unknown.
    fn fill(
        &mut self,
        state: &mut State,
        here: Here<'_>,
        address: ExprId,
        size: u64,
        f: &mut dyn FnMut(&mut Self, &Cell, u64) -> Option<Term>,
    ) {
        let Some(inside) = self.storage.inside(here.function, here.body, address) else { return };
        self.fill_at(state, (inside.owner, inside.offset, !inside.indices.is_empty()), size, f);
    }

    fn fill_at(
        &mut self,
        state: &mut State,
        (owner, offset, is_indexed): (Owner, i128, bool),
        size: u64,
        f: &mut dyn FnMut(&mut Self, &Cell, u64) -> Option<Term>,
    ) {
        let Some(layout) = self.storage.layout(owner).cloned() else { return };
        for cell in &layout.cells {
            let value = if layout.stride == 0 && !is_indexed {
                let (from, to) = (offset * 8, (offset + i128::from(size)) * 8);
                let (start, end) = (i128::from(cell.start), i128::from(cell.start) + i128::from(cell.width));
                if end <= from || to <= start {
                    continue;
                }
                let is_within = from <= start && end <= to;
                let known = if is_within { f(self, cell, (start - from) as u64) } else { None };
                known.unwrap_or_else(|| self.unknown(cell.width, state))
            } else {
                self.unknown_like(state, cell.symbol)
            };
            state.values.insert(cell.symbol, value);
        }
    }

    /// The bits for a cell of what lies at a constant place, where cells know them. As a number, an address is any.
    fn bits_inside(&mut self, state: &State, owner: Owner, bit: u64, to: &Cell) -> Option<Term> {
        let layout = self.storage.layout(owner)?;
        if layout.stride != 0 {
            return None;
        }
        let end = bit + u64::from(to.width);
        let cell = *layout.cells.iter().find(|c| c.start <= bit && end <= c.start + u64::from(c.width))?;
        if self.storage.holds_pointers(cell.symbol) != self.storage.holds_pointers(to.symbol) {
            return None;
        }
        let whole = self.value(state, cell.symbol);
        Some(self.terms.extract(whole, (bit - cell.start) as u32, to.width))
    }

    /// Copies an object. `from` is evaluated where it is, which may be another function than the destination's.
    pub fn copy(
        &mut self,
        state: &mut State,
        (dst_here, dst): (Here<'_>, ExprId),
        (src_here, src): (Here<'_>, ExprId),
        ty: TypeId,
    ) {
        let inside = self.storage.inside(dst_here.function, dst_here.body, dst);
        if let Some(inside) = inside.filter(|inside| self.storage.layout(inside.owner).is_some()) {
            let to = (inside.owner, inside.offset, !inside.indices.is_empty());
            return self.copy_to(state, to, (src_here, src), ty);
        }
        if let Some((lanes, offset)) = self.storage.lanes(dst_here.function, dst_here.body, dst) {
            let to = self.eval(state, dst_here, dst);
            let from = self.source(state, (src_here, src));
            let size = self.program.types.size(ty, self.program.model);
            self.copy_lanes(state, (&lanes, offset), (to, from), size);
        }
    }

    /// The address that is copied from, if it lies in a region that is known.
    fn source(&mut self, state: &State, (here, src): (Here<'_>, ExprId)) -> Option<Term> {
        self.storage.lanes(here.function, here.body, src)?;
        let inside = self.storage.inside(here.function, here.body, src);
        if inside.is_some_and(|inside| self.storage.layout(inside.owner).is_some()) {
            return None;
        }
        Some(self.eval(state, here, src))
    }

    pub fn copy_to(
        &mut self,
        state: &mut State,
        to: (Owner, i128, bool),
        (here, src): (Here<'_>, ExprId),
        ty: TypeId,
    ) {
        let size = self.program.types.size(ty, self.program.model);
        if self.storage.layout(to.0).is_none() {
            if let Some(lanes) = self.storage.lanes_of_owner(to.0) {
                let from = self.source(state, (here, src));
                let base = self.address(Addressed::Owner(to.0));
                let target = self.moved(base, to.1);
                let offset = i64::try_from(to.1).unwrap_or(0);
                self.copy_lanes(state, (&lanes, offset), (target, from), size);
            }
            return;
        }
        let source = self.storage.inside(here.function, here.body, src);
        if let Some(source) = &source
            && self.copy_whole(state, to, source, size)
        {
            return;
        }
        let before = state.clone();
        self.fill_at(state, to, size, &mut |encoder, cell, bit| {
            let source = source.as_ref().filter(|source| source.indices.is_empty())?;
            let start = u64::try_from(source.offset).ok()? * 8 + bit;
            encoder.bits_inside(&before, source.owner, start, cell)
        });
    }

    /// Copies arrays that are cut alike and copied as a whole.
    fn copy_whole(
        &mut self,
        state: &mut State,
        (owner, offset, is_indexed): (Owner, i128, bool),
        source: &crate::facts::storage::Inside,
        size: u64,
    ) -> bool {
        let (Some(to), Some(from)) = (self.storage.layout(owner), self.storage.layout(source.owner)) else {
            return false;
        };
        let is_alike = to.stride == from.stride
            && to.stride != 0
            && to.cells.len() == from.cells.len()
            && to.cells.iter().zip(&from.cells).all(|(to, from)| {
                (to.start, to.width) == (from.start, from.width)
                    && (self.storage.holds_pointers(to.symbol) || !self.storage.holds_pointers(from.symbol))
            });
        let is_whole = offset == 0
            && source.offset == 0
            && !is_indexed
            && source.indices.is_empty()
            && self.storage.size_of(owner) == size
            && self.storage.size_of(source.owner) == size;
        if !is_alike || !is_whole {
            return false;
        }
        let pairs: Vec<_> = to.cells.iter().zip(&from.cells).map(|(a, b)| (a.symbol, b.symbol)).collect();
        for (to, from) in pairs {
            let value = self.value(state, from);
            state.values.insert(to, value);
        }
        true
    }

    pub fn forget_owner(&mut self, state: &mut State, owner: Owner) {
        if self.storage.layout(owner).is_none()
            && let Some(lanes) = self.storage.lanes_of_owner(owner)
        {
            let address = self.address(Addressed::Owner(owner));
            if self.storage.is_variable_length(owner) {
                return self.forget_lanes(state, &lanes);
            }
            let size = self.storage.size_of(owner);
            return self.set_lanes(state, (&lanes, 0), address, size, None);
        }
        self.fill_at(state, (owner, 0, true), 0, &mut |_, _, _| None);
    }

    pub(super) fn zero(&mut self, state: &mut State, here: Here<'_>, dst: ExprId, size: u64) {
        let inside = self.storage.inside(here.function, here.body, dst);
        let layout = inside.as_ref().and_then(|inside| self.storage.layout(inside.owner).cloned());
        let (Some(inside), Some(layout)) = (inside, layout) else {
            if let Some((lanes, offset)) = self.storage.lanes(here.function, here.body, dst) {
                let address = self.eval(state, here, dst);
                self.set_lanes(state, (&lanes, offset), address, size, Some(0));
            }
            return;
        };
        let is_whole =
            inside.offset == 0 && inside.indices.is_empty() && size >= self.storage.size_of(inside.owner);
        if layout.stride != 0 && is_whole {
            for cell in &layout.cells {
                let zero = self.terms.bits(cell.width, 0);
                let array = self.terms.fill(self.storage.word(), zero);
                state.values.insert(cell.symbol, array);
            }
            return;
        }
        self.fill(state, here, dst, size, &mut |encoder, cell, _| Some(encoder.terms.bits(cell.width, 0)));
    }
}

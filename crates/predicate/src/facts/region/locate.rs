//! Where an address lies, once all is known: nothing is changed any more.

use cfa::expr::{ExprId, ExprKind};
use cfa::program::{Body, FunctionId, LocalId};
use cfa::types::Scalar;

use super::plain::{constant_address, is_null};
use super::union::{Holder, gcd};
use super::{Pointer, RegionId, Regions};
use crate::facts::storage::Owner;

/// An offset in a region that no cell has.
const NOWHERE: i64 = -1;

impl<'p> Regions<'p> {
    /// The region and offset of an address. Where the analysis did not foresee how it is computed, its offset is one that nothing
    /// lies at: what is written there is then forgotten everywhere in the region.
    pub fn locate(&self, function: FunctionId, body: &Body, address: ExprId) -> Option<Pointer> {
        let (region, offset) = self.find_address(function, body, address)?;
        Some(Pointer { region, offset: offset.unwrap_or(NOWHERE) })
    }

    /// What a register points to, if anything is known of it.
    pub fn locate_register(&self, function: FunctionId, local: LocalId) -> Option<Pointer> {
        self.holders.get(&Holder::Register(function, local)).map(|&pointer| self.normal(pointer))
    }

    /// As [`Regions::pointer`], and nothing is changed.
    fn find_address(&self, function: FunctionId, body: &Body, id: ExprId) -> Option<(RegionId, Option<i64>)> {
        let expr = body.expr(id);
        if expr.ty != Scalar::Pointer {
            return None;
        }
        let at = |pointer: Pointer| (pointer.region, Some(pointer.offset));
        if let Some(number) = constant_address(body, id) {
            return (!is_null(number, self.program.model)).then(|| at(self.outside()));
        }
        let held = |holder| self.holders.get(&holder).map(|&pointer| at(self.normal(pointer)));
        let owned = |owner| self.region_of(owner).map(|region| (region, Some(0)));
        match expr.kind {
            ExprKind::Local(local) => held(Holder::Register(function, local)),
            ExprKind::Address(local) => owned(Owner::Local(function, local)),
            ExprKind::Object(object) => owned(Owner::Object(object)),
            ExprKind::Function(_) => held(Holder::Code(function, id)),
            ExprKind::Field { base, record, field } => {
                let base = self.find_address(function, body, base)?;
                let offset = self.program.types.record(record).fields[field as usize].offset;
                Some(self.find_moved(base, i128::from(offset)))
            }
            ExprKind::Index { base, index, scale } => {
                let (region, offset) = self.find_address(function, body, base)?;
                match body.constant(index) {
                    Some(index) => Some(self.find_moved((region, offset), index * i128::from(scale))),
                    None => Some((region, offset.filter(|_| self.is_multiple(region, scale)))),
                }
            }
            ExprKind::Convert { operand } => self.find_address(function, body, operand),
            _ => None,
        }
    }

    fn find_moved(&self, (region, offset): (RegionId, Option<i64>), by: i128) -> (RegionId, Option<i64>) {
        let Some(offset) = offset else { return (region, None) };
        let pointer = Pointer { region, offset };
        match Regions::shifted(pointer, by) {
            Some(moved) => (region, Some(self.normal(moved).offset)),
            None => (region, Some(offset).filter(|_| self.is_multiple(region, 1))),
        }
    }

    /// Whether offsets that differ by this are one in a region.
    fn is_multiple(&self, region: RegionId, distance: u64) -> bool {
        let stride = self.stride(region);
        gcd(stride, distance) == stride
    }
}

#[cfg(test)]
mod tests {
    use cfa::Program;
    use cfa::address::Addresses;
    use cfa::op::Op;

    use super::*;
    use crate::externs::Externs;

    /// The addresses that a function reads or writes.
    fn accessed<'p>(program: &'p Program, name: &str) -> (FunctionId, &'p Body, Vec<ExprId>) {
        let index = program.functions.iter().position(|it| it.name == name).unwrap();
        let body = program.functions[index].body.as_ref().unwrap();
        let places = body.edges.iter().filter_map(|edge| match &edge.op {
            Op::Load { place, .. } | Op::Store { place, .. } => Some(place.address),
            _ => None,
        });
        (FunctionId(index as u32), body, places.collect())
    }

    #[test]
    fn an_address_that_was_not_foreseen_changes_no_stride() {
        // Nobody calls `other`, so that it indexes by what is not constant is not seen.
        let text = "struct { int x, y; } a[4]; int main(void) { a[1].y = 1; return a[2].x; }
            static int other(int i) { return a[i].y; }";
        let program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}"));
        let regions = Regions::of(&program, &Addresses::of(&program), Externs::Pure);
        let offsets = |name: &str| -> Vec<i64> {
            let (id, body, places) = accessed(&program, name);
            places.into_iter().filter_map(|place| Some(regions.locate(id, body, place)?.offset)).collect()
        };
        assert_eq!(offsets("main"), [12, 16]);
        assert_eq!(offsets("other"), [NOWHERE]);
        assert_eq!(offsets("main"), [12, 16]);
    }
}

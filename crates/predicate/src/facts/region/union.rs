//! Regions that become one: what is known of both holds of both.

use std::collections::{BTreeMap, BTreeSet};

use cfa::expr::ExprId;
use cfa::program::{FunctionId, LocalId};

use super::{Pointer, RegionId, Regions};
use crate::facts::storage::Owner;

#[derive(Clone, Debug, Default)]
pub(super) struct Region {
    /// The one that this one has become a part of.
    pub(super) part_of: Option<RegionId>,
    /// 0 if offsets are exact.
    pub(super) stride: u64,
    /// What is stored there points to: by offset, with the size.
    pub(super) fields: BTreeMap<i64, (u64, Pointer)>,
    /// Bits that are accessed: offset, first bit, how many.
    pub(super) accesses: BTreeSet<(i64, u64, u32)>,
    pub(super) owners: Vec<Owner>,
    /// Accessed through a pointer.
    pub(super) is_indirect: bool,
    /// Accesses that move no pointer: offset and bytes.
    pub(super) numbers: BTreeSet<(i64, u64)>,
    /// Functions that may be pointed to.
    pub(super) functions: BTreeSet<FunctionId>,
}

impl Region {
    pub(super) fn holds_pointers_apart(&self) -> bool {
        let stride = self.stride as i64;
        let meets = |(at, size): (i64, u64), (offset, other): (i64, u64)| {
            at < offset + other as i64 && offset < at + size as i64
        };
        self.numbers.iter().all(|&number| {
            let number = (if stride == 0 { number.0 } else { number.0.rem_euclid(stride) }, number.1);
            // What is as large as the stride meets everything.
            if stride != 0 && number.1 as i64 >= stride {
                return self.fields.is_empty();
            }
            self.fields.iter().all(|(&offset, &(size, _))| {
                let field = (offset, size);
                let around = stride != 0
                    && (meets((number.0 - stride, number.1), field)
                        || meets((number.0 + stride, number.1), field));
                !meets(number, field)
                    && !around
                    && (stride == 0 || (size as i64) < stride.max(1) || number.1 == 0)
            })
        })
    }
}

/// What holds an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Holder {
    Register(FunctionId, LocalId),
    Result(FunctionId),
    /// Where an aggregate goes that a function returns.
    Area(FunctionId),
    /// What an allocation yields: the function and the edge.
    Allocation(FunctionId, u32),
    /// Where an expression names a function: one region for each, since there is nothing in it that others could change.
    Code(FunctionId, ExprId),
}

pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl<'p> Regions<'p> {
    pub(super) fn region_mut(&mut self, id: RegionId) -> &mut Region {
        let id = self.find(id);
        &mut self.all[id.0 as usize]
    }

    pub(super) fn fresh(&mut self) -> Pointer {
        self.all.push(Region::default());
        Pointer { region: RegionId(self.all.len() as u32 - 1), offset: 0 }
    }

    pub(super) fn holder(&mut self, holder: Holder) -> Pointer {
        if let Some(&pointer) = self.holders.get(&holder) {
            return self.normal(pointer);
        }
        let pointer = self.fresh();
        self.holders.insert(holder, pointer);
        pointer
    }

    pub(super) fn owner(&mut self, owner: Owner) -> Pointer {
        if let Some(&region) = self.owners.get(&owner) {
            return Pointer { region: self.find(region), offset: 0 };
        }
        let pointer = self.fresh();
        self.region_mut(pointer.region).owners.push(owner);
        self.owners.insert(owner, pointer.region);
        pointer
    }

    pub(super) fn normal(&self, pointer: Pointer) -> Pointer {
        let region = self.find(pointer.region);
        let stride = self.all[region.0 as usize].stride;
        let offset = if stride == 0 { pointer.offset } else { pointer.offset.rem_euclid(stride as i64) };
        Pointer { region, offset }
    }

    pub(super) fn shifted(pointer: Pointer, by: i128) -> Option<Pointer> {
        let offset = i64::try_from(i128::from(pointer.offset) + by).ok()?;
        Some(Pointer { offset, ..pointer })
    }

    /// Two values may point to the same.
    pub(super) fn unify(&mut self, a: Pointer, b: Pointer) {
        self.work.push((a, b));
        while let Some((a, b)) = self.work.pop() {
            let (a, b) = (self.normal(a), self.normal(b));
            let distance = a.offset.abs_diff(b.offset);
            if a.region == b.region {
                if distance != 0 {
                    self.set_stride(a.region, distance);
                }
                continue;
            }
            // The smaller number stays, so that the outside stays the outside.
            let (whole, part) = (a.region.min(b.region), a.region.max(b.region));
            let taken = std::mem::take(&mut self.all[part.0 as usize]);
            self.all[part.0 as usize].part_of = Some(whole);
            let it = &mut self.all[whole.0 as usize];
            it.accesses.extend(taken.accesses);
            it.owners.extend(taken.owners);
            it.is_indirect |= taken.is_indirect;
            it.numbers.extend(taken.numbers);
            it.functions.extend(taken.functions);
            self.set_stride(whole, gcd(distance, taken.stride));
            for (offset, (size, pointer)) in taken.fields {
                let held = self.field(Pointer { region: whole, offset }, size);
                self.work.push((held, pointer));
            }
        }
    }

    /// Offsets in a region are known only up to multiples of this, too.
    pub(super) fn set_stride(&mut self, region: RegionId, by: u64) {
        let region = self.find(region);
        let it = &mut self.all[region.0 as usize];
        let stride = gcd(it.stride, by);
        if stride == it.stride {
            return;
        }
        it.stride = stride;
        let (fields, accesses) = (std::mem::take(&mut it.fields), std::mem::take(&mut it.accesses));
        let normal = |offset: i64| offset.rem_euclid(stride as i64);
        it.accesses =
            accesses.into_iter().map(|(offset, start, width)| (normal(offset), start, width)).collect();
        for (offset, (size, pointer)) in fields {
            let held = self.field(Pointer { region, offset }, size);
            self.work.push((held, pointer));
        }
    }

    /// What the value points to that lies in a region at an offset.
    pub(super) fn field(&mut self, at: Pointer, size: u64) -> Pointer {
        let at = self.normal(at);
        if at.region == self.find(self.outside) {
            return self.outside();
        }
        let it = &self.all[at.region.0 as usize];
        let stride = it.stride;
        let overlaps = |&(&offset, &(other, _)): &(&i64, &(u64, Pointer))| {
            let meets = |start: i64| start < offset + other as i64 && offset < start + size as i64;
            let around = stride as i64;
            meets(at.offset) || stride != 0 && (meets(at.offset - around) || meets(at.offset + around))
        };
        let met: Vec<(i64, Pointer)> =
            it.fields.iter().filter(overlaps).map(|(&o, &(_, p))| (o, p)).collect();
        let pointer = match met.first() {
            Some(&(_, pointer)) => pointer,
            None => self.fresh(),
        };
        for &(_, other) in met.iter().skip(1) {
            self.work.push((pointer, other));
        }
        self.all[at.region.0 as usize].fields.entry(at.offset).or_insert((size, pointer));
        let entry = self.all[at.region.0 as usize].fields.get_mut(&at.offset);
        if let Some(entry) = entry {
            entry.0 = entry.0.max(size);
        }
        pointer
    }

    /// Works off what changed strides have brought together.
    pub(super) fn settle(&mut self) {
        if let Some((a, b)) = self.work.pop() {
            self.unify(a, b);
        }
    }
}

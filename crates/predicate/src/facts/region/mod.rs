//! Which memory may be the same: regions.
//!
//! Steensgaard: *Points-to analysis in almost linear time* (POPL 1996), with fields by offset as in Lattner, Lenharth, Adve:
//! *Making context-sensitive points-to analysis with heap cloning practical* (PLDI 2007).
//!
//! Guarantee: if an expression has an address of an object, the object is in the expression's region, and its distance from
//! the object's start is the expression's offset, or differs from it by a multiple of the region's stride. So accesses
//! whose bits do not overlap in their region never touch the same memory. It holds for runs without undefined
//! behaviour (arithmetic stays inside an object), and only if addresses travel as pointers: [`Regions::is_plain`]. A program
//! that makes numbers of addresses or addresses of numbers, other than to compare them, or accesses memory that holds
//! pointers as something else, is not plain, and then nothing is claimed at all.
//!
//! Deviations: (1) regions whose offsets do not match get a stride (a greatest common divisor) instead of being
//! collapsed; (2) integers carry no addresses, since only plain programs are looked at; (3) whatever reaches an undefined
//! function, comes from one, or lies at an address that is given as a number, is one region, [`Regions::outside`], of
//! which nothing else is claimed.

mod analysis;
mod call;
mod locate;
mod operation;
mod plain;
mod union;

use rustc_hash::FxHashMap as HashMap;
use std::collections::BTreeMap;

use cfa::Program;
use cfa::address::Addresses;
use cfa::program::FunctionId;

use crate::externs::Externs;
use crate::facts::storage::Owner;
use analysis::Carriers;
use union::{Holder, Region};

pub use call::{Effect, effect};
pub use plain::{FIRST_PAGE, is_null};
pub use union::gcd;

/// A region, by number; several may have become one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegionId(u32);

/// Where a value points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    pub region: RegionId,
    pub offset: i64,
}

pub struct Regions<'p> {
    program: &'p Program,
    all: Vec<Region>,
    owners: HashMap<Owner, RegionId>,
    holders: HashMap<Holder, Pointer>,
    /// Whether addresses travel as pointers only.
    is_plain: bool,
    outside: RegionId,
    work: Vec<(Pointer, Pointer)>,
    carriers: Carriers,
    called: BTreeMap<(FunctionId, u32), Vec<FunctionId>>,
}

impl<'p> Regions<'p> {
    pub fn of(program: &'p Program, addresses: &Addresses, externs: Externs) -> Regions<'p> {
        let mut regions = Regions::analyse(program, addresses, externs, Carriers::Pointers);
        if !regions.is_plain {
            // Of memory nothing is claimed then, but still of the functions that pointers may lead to.
            regions.called = Regions::analyse(program, addresses, externs, Carriers::Numbers).called;
        }
        regions
    }

    /// The functions that the call through a pointer on an edge may lead to.
    pub fn called(&self, function: FunctionId, edge: u32) -> Option<&Vec<FunctionId>> {
        self.called.get(&(function, edge))
    }

    /// Whether the guarantee holds for this program.
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    pub fn outside(&self) -> Pointer {
        Pointer { region: self.find(self.outside), offset: 0 }
    }

    fn find(&self, mut id: RegionId) -> RegionId {
        while let Some(whole) = self.all[id.0 as usize].part_of {
            id = whole;
        }
        id
    }

    fn region(&self, id: RegionId) -> &Region {
        &self.all[self.find(id).0 as usize]
    }

    /// Whether nothing is known of what lies in a region.
    pub fn is_outside(&self, region: RegionId) -> bool {
        self.find(region) == self.find(self.outside)
    }

    /// Whether a region is accessed through pointers, so that its owners are told apart by address only.
    pub fn is_indirect(&self, owner: Owner) -> bool {
        self.owners.get(&owner).is_some_and(|&region| self.region(region).is_indirect)
    }

    /// The objects of a region, if all are there whenever it is accessed: of static storage, or locals whose address no
    /// memory holds and no function returns, so that only their function and those that it calls know it.
    pub fn steady(&self, region: RegionId) -> Option<Vec<Owner>> {
        let region = self.find(region);
        let is_it = |pointer: &Pointer| self.find(pointer.region) == region;
        let held_by = |is_such: fn(&Holder) -> bool| {
            self.holders.iter().any(|(holder, pointer)| is_such(holder) && is_it(pointer))
        };
        let is_allocated = held_by(|holder| matches!(holder, Holder::Allocation(..)));
        if !self.is_plain || self.is_outside(region) || is_allocated {
            return None;
        }
        let owners = self.owners(region);
        if owners.iter().any(|owner| matches!(owner, Owner::Local(..))) {
            let whole = self.all.iter().filter(|region| region.part_of.is_none());
            let is_stored =
                whole.flat_map(|region| region.fields.values()).any(|(_, pointer)| is_it(pointer));
            if is_stored || held_by(|holder| matches!(holder, Holder::Result(_) | Holder::Area(_))) {
                return None;
            }
        }
        Some(owners)
    }

    /// Where what lies in a region may be allocated: the function and the edge.
    pub fn allocations(&self, region: RegionId) -> Vec<(FunctionId, u32)> {
        let region = self.find(region);
        let is_it = |(holder, pointer): (&Holder, &Pointer)| match *holder {
            Holder::Allocation(function, edge) if self.find(pointer.region) == region => {
                Some((function, edge))
            }
            _ => None,
        };
        self.holders.iter().filter_map(is_it).collect()
    }

    pub fn stride(&self, region: RegionId) -> u64 {
        self.region(region).stride
    }

    pub fn accesses(&self, region: RegionId) -> Vec<(i64, u64, u32)> {
        self.region(region).accesses.iter().copied().collect()
    }

    pub fn owners(&self, region: RegionId) -> Vec<Owner> {
        let mut owners = self.region(region).owners.clone();
        owners.sort_unstable();
        owners.dedup();
        owners
    }

    /// All regions that are accessed through pointers and known, in order.
    pub fn known(&self) -> Vec<RegionId> {
        let ids = (0..self.all.len() as u32).map(RegionId);
        ids.filter(|&id| self.all[id.0 as usize].part_of.is_none())
            .filter(|&id| self.all[id.0 as usize].is_indirect && !self.is_outside(id))
            .collect()
    }

    /// A name for each region that does not depend on what others there are: of the first by name of its owners, else of
    /// what allocates it, else of what points to it.
    pub fn names(&self) -> BTreeMap<RegionId, String> {
        let function = |id: FunctionId| self.program.function(id);
        let mut names: BTreeMap<RegionId, (u8, String)> = BTreeMap::new();
        let mut add = |region: RegionId, rank: u8, name: String| {
            let name = (rank, name);
            let first = names.entry(self.find(region)).or_insert_with(|| name.clone());
            if name < *first {
                *first = name;
            }
        };
        for (owner, &region) in &self.owners {
            add(region, 0, owner.name(self.program));
        }
        for (holder, pointer) in &self.holders {
            let (rank, name) = match *holder {
                Holder::Allocation(id, edge) => (1, format!("{}#{edge}", function(id).name)),
                Holder::Register(id, it) => (2, format!("*{}", Owner::Local(id, it).name(self.program))),
                Holder::Result(id) => (2, format!("*{}()", function(id).name)),
                Holder::Area(id) => (2, format!("{}()", function(id).name)),
                Holder::Code(..) => continue,
            };
            add(pointer.region, rank, name);
        }
        names.into_iter().map(|(region, (_, name))| (region, name)).collect()
    }

    pub fn region_of(&self, owner: Owner) -> Option<RegionId> {
        self.owners.get(&owner).map(|&region| self.find(region))
    }
}

//! Addresses as numbers: one layout of memory, in which an object gets its place when a program first asks for the
//! number that its address is.
//!
//! Places are given in the order in which they are asked for, one behind the other, with room between them, and never
//! twice. So where an object lies depends on the state alone, an edit elsewhere in the program moves nothing, and objects
//! that nobody asks about are told apart by no address. An object that has a place may be reached by whoever has its
//! number: it counts as reached by all threads, and as a root.

use rustc_hash::FxHashMap as HashMap;
use std::cell::RefCell;

use crate::fault::Stop;
use crate::memory::{Life, Memory};
use crate::value::{FUNCTION_BASE, POINTER, Val};

/// What a program may learn of where objects lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Placement {
    /// They lie anywhere: what depends on it is not modelled.
    #[default]
    Any,
    /// They lie as one layout has it.
    Fixed,
}

/// The objects that have a place.
#[derive(Default)]
pub(crate) struct Places {
    /// In the order of addresses, which is that in which they were given.
    given: Vec<Place>,
    of: HashMap<u32, u64>,
    /// Some were given since somebody last looked.
    is_changed: bool,
}

/// Where an object begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub address: u64,
    pub object: u32,
}

/// Where the first object lies; a conversion to a narrower integer loses something.
const FIRST: u64 = 0x5555_5555_4000;
const FIRST_NARROW: u64 = 0x0804_8000;
/// Room behind each object: what is a little beyond its end is no other object. No power of two, so that the low bits
/// differ from one object to the next as those of real addresses do.
const ROOM: u64 = 4096 + 16;
const ALIGN: u64 = 16;

impl From<Vec<Place>> for Places {
    fn from(given: Vec<Place>) -> Places {
        let of = given.iter().map(|place| (place.object, place.address)).collect();
        Places { given, of, is_changed: true }
    }
}

impl Places {
    pub fn all(&self) -> &[Place] {
        &self.given
    }

    pub fn truncate(&mut self, count: u32) {
        for place in self.given.drain(count as usize..) {
            self.of.remove(&place.object);
        }
    }
}

impl Memory {
    /// From now on addresses are numbers.
    pub(crate) fn fix_addresses(&mut self) {
        self.places = Some(RefCell::default());
    }

    /// The number that a pointer, or a part of one, is; `None` if it is none, or if addresses are no numbers.
    pub(crate) fn number_of(&self, value: Val) -> Result<Option<Val>, Stop> {
        if self.places.is_none() {
            return Ok(None);
        }
        let bits = 8 * self.unit() as u32;
        let cut = |number: u64, bits: u32| number & (u64::MAX >> (64 - bits));
        if value.tag == POINTER {
            let start = self.place_of_object(value.object())?;
            return Ok(Some(Val::int(cut(start.wrapping_add(value.offset() as i64 as u64), bits))));
        }
        let Some(part) = value.as_fragment().filter(|part| part.is_whole) else { return Ok(None) };
        let whole = self.number_of(Val { bits: value.bits, tag: POINTER })?;
        Ok(whole.map(|whole| Val::int(cut(whole.bits >> (8 * part.at), 8 * part.count))))
    }

    /// A value as a number if it is an address and addresses are numbers, else as it is.
    pub(crate) fn as_number(&self, value: Val) -> Result<Val, Stop> {
        Ok(self.number_of(value)?.unwrap_or(value))
    }

    /// The pointer that a number is, if an object that is there has a place at it; else the number.
    pub(crate) fn pointer_at(&self, value: Val) -> Val {
        let Some(places) = self.places.as_ref().filter(|_| value.is_int() && value.bits >= 4096) else {
            return value;
        };
        let places = places.borrow();
        let next = places.given.partition_point(|place| place.address <= value.bits);
        let Some(place) = next.checked_sub(1).map(|at| places.given[at]) else { return value };
        let distance = value.bits - place.address;
        self.note_size(place.object);
        match self.object(place.object) {
            Some(object) if object.life == Life::Dead || distance > u64::from(object.size) => value,
            None if distance > 0 || place.object < FUNCTION_BASE => value,
            _ => Val::pointer(place.object, distance as i32),
        }
    }

    fn place_of_object(&self, object: u32) -> Result<u64, Stop> {
        let Some(places) = &self.places else { return Ok(0) };
        let mut places = places.borrow_mut();
        if let Some(&address) = places.of.get(&object) {
            return Ok(address);
        }
        self.note_size(object);
        let align = self.object(object).map_or(ALIGN, |object| u64::from(object.align).max(ALIGN));
        let address = match places.given.last() {
            Some(last) => {
                self.note_size(last.object);
                let size = self.object(last.object).map_or(1, |object| u64::from(object.size));
                last.address + size + ROOM
            }
            None if self.unit() == 4 => FIRST_NARROW,
            None => FIRST,
        };
        let address = address.next_multiple_of(align);
        let size = self.object(object).map_or(1, |object| u64::from(object.size));
        if self.unit() == 4 && address + size > 0xf000_0000 {
            return Err(Stop::NotModelled("more addresses as numbers than 32 bits have room for".into()));
        }
        places.given.push(Place { address, object });
        places.of.insert(object, address);
        places.is_changed = true;
        Ok(address)
    }

    /// Where objects lie depends on how large they are and how they are aligned.
    fn note_size(&self, object: u32) {
        if let Some(object) = self.object(object) {
            self.notes.whole(object.extent);
        }
    }

    /// Where an object lies, if somebody has asked.
    pub(crate) fn place_given(&self, object: u32) -> Option<u64> {
        self.places.as_ref().and_then(|places| places.borrow().of.get(&object).copied())
    }

    /// Whether a place was given since the last call.
    pub(crate) fn has_new_places(&mut self) -> bool {
        self.places.as_mut().is_some_and(|places| std::mem::take(&mut places.get_mut().is_changed))
    }

    pub(crate) fn place_count(&self) -> u32 {
        self.places.as_ref().map_or(0, |places| places.borrow().given.len() as u32)
    }

    /// All places of objects that are there, and of functions and the like.
    pub(crate) fn places_in_use(&self) -> Vec<Place> {
        let is_used = |place: &&Place| self.object(place.object).is_none_or(|it| it.life != Life::Dead);
        self.places
            .as_ref()
            .map_or(Vec::new(), |all| all.borrow().given.iter().filter(is_used).copied().collect())
    }

    /// The address behind the last place: where the next one is given depends on it.
    pub(crate) fn last_place(&self) -> Option<Place> {
        self.places.as_ref().and_then(|places| places.borrow().given.last().copied())
    }
}

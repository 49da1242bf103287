//! stdlib.h and search.h: sorting and searching with the program's own comparison.
//!
//! `qsort` is glibc's merge sort (up to 2.36), with the same comparisons in the same order, so that a program
//! which counts or prints them sees what it would see there. It is stable.

use super::Function;
use super::args::{Args, not_modelled, nothing};
use crate::address::moved;
use crate::code::Kind;
use crate::exec::Machine;
use crate::fault::Stop;
use crate::memory::ObjectKind;
use crate::value::Val;

pub(super) const FUNCTIONS: &[(&str, Function)] = &[
    ("qsort", |machine, args| sort(machine, args, None)),
    ("qsort_r", |machine, args| sort(machine, args, Some(args.pointer(4)?))),
    ("bsearch", bsearch),
    ("lfind", |machine, args| Ok(linear(machine, args)?.unwrap_or(Val::ZERO))),
    ("lsearch", lsearch),
    ("tsearch", |_, _| not_modelled("the trees of search.h")),
    ("hsearch", |_, _| not_modelled("the tables of search.h")),
];

/// The program's comparison.
struct Order {
    function: Val,
    /// What `qsort_r` hands on to it.
    context: Option<Val>,
    limit: u64,
}

impl Order {
    fn compare(&self, machine: &mut Machine<'_>, a: Val, b: Val) -> Result<i32, Stop> {
        let kind = machine.pointer_kind();
        let mut args = vec![(a, kind), (b, kind)];
        args.extend(self.context.map(|context| (context, kind)));
        let result = machine.call_back(self.function, &args, "a comparison", self.limit)?;
        if !result.is_int() {
            return not_modelled("a comparison that returns no number");
        }
        let result = machine.returned_by(self.function, result, Kind::Int { bits: 32, signed: true })?;
        Ok(result.bits as i32)
    }
}

/// An array to be sorted, and room for as much again.
struct Array {
    base: Val,
    room: Val,
    size: u64,
}

impl Array {
    fn element(&self, index: u64) -> Result<Val, Stop> {
        moved(self.base, (index * self.size) as i64)
    }
}

fn sort(machine: &mut Machine<'_>, args: &Args, context: Option<Val>) -> Result<Val, Stop> {
    let (base, count, size) = (args.pointer(0)?, args.size(1)?, args.size(2)?);
    let order = Order { function: args.pointer(3)?, context, limit: args.limit };
    let total = count.saturating_mul(size);
    if total > 0 {
        machine.memory.check(base, total, "read")?;
    }
    if count > 1 && size > 0 {
        let room = machine.memory.allocate(total, 16, ObjectKind::Alloca)?;
        let array = Array { base, room: Val::pointer(room, 0), size };
        merge_sort(machine, &array, 0, count, &order)?;
        machine.memory.end(room);
    }
    nothing()
}

/// Sorts `count` elements from `first` on: each half, then the two together by way of the room.
fn merge_sort(
    machine: &mut Machine<'_>,
    array: &Array,
    first: u64,
    count: u64,
    order: &Order,
) -> Result<(), Stop> {
    if count <= 1 {
        return Ok(());
    }
    let middle = first + count / 2;
    merge_sort(machine, array, first, count / 2, order)?;
    merge_sort(machine, array, middle, count - count / 2, order)?;
    let (mut left, mut right, end, mut to) = (first, middle, first + count, array.room);
    while left < middle && right < end {
        let (a, b) = (array.element(left)?, array.element(right)?);
        let source = if order.compare(machine, a, b)? <= 0 {
            left += 1;
            a
        } else {
            right += 1;
            b
        };
        machine.memory.copy(to, source, array.size)?;
        to = moved(to, array.size as i64)?;
    }
    // What is left of the right half is in its place already.
    machine.memory.copy(to, array.element(left)?, (middle - left) * array.size)?;
    machine.memory.copy(array.element(first)?, array.room, (right - first) * array.size)
}

fn bsearch(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    let (key, base, count, size) = (args.pointer(0)?, args.pointer(1)?, args.size(2)?, args.size(3)?);
    let order = Order { function: args.pointer(4)?, context: None, limit: args.limit };
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = (low + high) / 2;
        let element = moved(base, middle.wrapping_mul(size) as i64)?;
        match order.compare(machine, key, element)? {
            0 => return Ok(element),
            ..0 => high = middle,
            _ => low = middle + 1,
        }
    }
    Ok(Val::ZERO)
}

/// The first element that equals the key. The count is at an address.
fn linear(machine: &mut Machine<'_>, args: &Args) -> Result<Option<Val>, Stop> {
    let (key, base, size) = (args.pointer(0)?, args.pointer(1)?, args.size(3)?);
    let order = Order { function: args.pointer(4)?, context: None, limit: args.limit };
    for i in 0..count(machine, args)? {
        let element = moved(base, i.wrapping_mul(size) as i64)?;
        if order.compare(machine, key, element)? == 0 {
            return Ok(Some(element));
        }
    }
    Ok(None)
}

fn count(machine: &Machine<'_>, args: &Args) -> Result<u64, Stop> {
    match machine.load_word(args.pointer(2)?)? {
        count if count.is_int() => Ok(count.bits),
        _ => not_modelled("an address as the number of elements"),
    }
}

/// As `lfind`; what is not there is added at the end.
fn lsearch(machine: &mut Machine<'_>, args: &Args) -> Result<Val, Stop> {
    if let Some(found) = linear(machine, args)? {
        return Ok(found);
    }
    let (count, size) = (count(machine, args)?, args.size(3)?);
    let end = moved(args.pointer(1)?, count.wrapping_mul(size) as i64)?;
    machine.memory.copy(end, args.pointer(0)?, size)?;
    machine.store_word(args.pointer(2)?, Val::int(count + 1))?;
    Ok(end)
}

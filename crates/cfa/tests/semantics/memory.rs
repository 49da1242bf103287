//! Flat memory: static objects and the heap grow from below, the stack from its own base.

use crate::machine::Stop;

const LOW: u64 = 0x1_0000;
const STACK: u64 = 0x4000_0000;
const LIMIT: usize = 1 << 28;

/// What fresh and dead memory holds, so that a read of it shows.
const FRESH: u8 = 0xa5;
const DEAD: u8 = 0xdd;

#[derive(Default)]
pub struct Memory {
    low: Vec<u8>,
    stack: Vec<u8>,
}

impl Memory {
    pub fn allocate(&mut self, size: u64, align: u64) -> Result<u64, Stop> {
        grow(&mut self.low, LOW, size, align)
    }

    pub fn push(&mut self, size: u64, align: u64) -> Result<u64, Stop> {
        grow(&mut self.stack, STACK, size, align)
    }

    pub fn top(&self) -> usize {
        self.stack.len()
    }

    pub fn pop_to(&mut self, top: usize) {
        self.stack.truncate(top);
    }

    pub fn begin(&mut self, address: u64, size: u64) -> Result<(), Stop> {
        self.bytes_mut(address, size).map(|bytes| bytes.fill(FRESH))
    }

    pub fn end(&mut self, address: u64, size: u64) -> Result<(), Stop> {
        self.bytes_mut(address, size).map(|bytes| bytes.fill(DEAD))
    }

    pub fn bytes(&self, address: u64, size: u64) -> Result<&[u8], Stop> {
        let (area, base) = if address >= STACK { (&self.stack, STACK) } else { (&self.low, LOW) };
        let range = address.checked_sub(base).and_then(|from| {
            let to = from.checked_add(size)?;
            area.get(usize::try_from(from).ok()?..usize::try_from(to).ok()?)
        });
        range.ok_or_else(|| Stop::Fault(format!("an access of {size} bytes at {address:#x}")))
    }

    pub fn bytes_mut(&mut self, address: u64, size: u64) -> Result<&mut [u8], Stop> {
        self.bytes(address, size)?;
        let (area, base) = if address >= STACK { (&mut self.stack, STACK) } else { (&mut self.low, LOW) };
        Ok(&mut area[(address - base) as usize..][..size as usize])
    }

    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        self.bytes_mut(address, bytes.len() as u64).map(|place| place.copy_from_slice(bytes))
    }

    /// The bytes up to a zero.
    pub fn text(&self, address: u64) -> Result<Vec<u8>, Stop> {
        let mut text = Vec::new();
        loop {
            match self.bytes(address + text.len() as u64, 1)?[0] {
                0 => return Ok(text),
                byte => text.push(byte),
            }
        }
    }
}

fn grow(area: &mut Vec<u8>, base: u64, size: u64, align: u64) -> Result<u64, Stop> {
    // The base is a multiple of every alignment met; one byte keeps neighbours apart.
    let start = (area.len() as u64 + 1).next_multiple_of(align.max(1));
    let end = usize::try_from(start.saturating_add(size)).ok().filter(|&end| end < LIMIT);
    area.resize(end.ok_or_else(|| Stop::Unmodelled("out of memory".into()))?, FRESH);
    Ok(base + start)
}

//! Elements that may hold for several values of a number: parts of locations (see [`machine::footprint::LayoutPart`]), as `i < 7`
//! came out true, and so would `i < 8`; and extents, since who needs the first 8 bytes of an object finds them in one of 12. The
//! *family* of such an element is all of it but the value.

use rustc_hash::FxHashMap as HashMap;

use machine::explore::Hash;
use machine::footprint::{Layout, LayoutPart};

use crate::layer::Layer;

/// An element of a family, and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Member {
    pub element: u32,
    pub family: Hash,
    pub value: i64,
}

impl Member {
    pub const BYTES: usize = 28;

    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.element.to_le_bytes());
        bytes.extend_from_slice(&self.family);
        bytes.extend_from_slice(&self.value.to_le_bytes());
    }

    pub fn read(bytes: &[u8; Member::BYTES]) -> Option<Member> {
        let (element, rest) = bytes.split_first_chunk()?;
        let (family, value) = rest.split_first_chunk()?;
        let value = i64::from_le_bytes(value.try_into().ok()?);
        Some(Member { element: u32::from_le_bytes(*element), family: *family, value })
    }
}

/// The families that a program has members of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Families {
    members: HashMap<Hash, (u32, LayoutPart)>,
    /// Where the members of extents end, in ascending order, and the element of the first.
    extents: HashMap<Hash, (u32, Vec<u32>)>,
}

impl Families {
    /// `parts` are the elements of the layout's parts without the values of their bounds. What they come to with them.
    pub fn of(layout: &Layout, parts: impl Iterator<Item = Hash>) -> (Vec<Hash>, Families) {
        let (mut elements, mut families) = (Vec::new(), Families::default());
        for ((number, part), family) in layout.parts().zip(parts) {
            elements.push(hash(&[&family, &part.value().to_le_bytes()]));
            if part.part.bound().is_some() {
                families.members.insert(family, (number, part));
            }
        }
        (elements, families)
    }

    /// Adds an extent whose members end there, and whose first one has this element. What they come to.
    pub fn add_extent(&mut self, family: Hash, ends: &[u32], first: u32) -> Vec<Hash> {
        self.extents.insert(family, (first, ends.to_vec()));
        ends.iter().map(|end| hash(&[&family, &i64::from(*end).to_le_bytes()])).collect()
    }

    /// As a section of a layer.
    pub fn encode(&self) -> Vec<u8> {
        let member = |(&family, &(element, part)): (&Hash, &(u32, LayoutPart))| Member {
            element,
            family,
            value: part.value(),
        };
        let ends = self.extents.iter().flat_map(|(&family, (first, ends))| {
            (*first..).zip(ends).map(move |(element, &end)| Member { element, family, value: end.into() })
        });
        let mut members: Vec<Member> = self.members.iter().map(member).chain(ends).collect();
        members.sort_unstable_by_key(|member| member.element);
        let mut bytes = Vec::with_capacity(members.len() * Member::BYTES);
        members.iter().for_each(|member| member.write(&mut bytes));
        bytes
    }

    /// Adds to the numbers of this program's elements those of layers that hold here with another value. What is not
    /// believed of this program's own elements is not believed of theirs.
    pub fn admit(&self, layers: &[Layer], elements: &[Hash], numbers: &mut HashMap<Hash, u32>) {
        for layer in layers {
            for member in &layer.members {
                if let Some(&(number, part)) = self.members.get(&member.family)
                    && part.admits(member.value)
                    && numbers.contains_key(&elements[number as usize])
                {
                    numbers.entry(layer.elements[member.element as usize]).or_insert(number);
                }
                if let Some((first, ends)) = self.extents.get(&member.family) {
                    // The first member that ends there or behind: there are so many bytes, and more.
                    let at = ends.partition_point(|&end| i64::from(end) < member.value);
                    if at < ends.len() {
                        numbers.entry(layer.elements[member.element as usize]).or_insert(first + at as u32);
                    }
                }
            }
        }
    }
}

fn hash(parts: &[&[u8]]) -> Hash {
    let mut hasher = blake3::Hasher::new();
    parts.iter().for_each(|part| {
        hasher.update(part);
    });
    let mut hash = [0; 16];
    hash.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    hash
}

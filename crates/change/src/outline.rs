//! The outline of a program: all that is needed to hand its names on, kept with what was recorded for it.
//!
//! As bytes: a version; then the functions, each with its spelling, label, labels of parameters, locals (spelling and label) and
//! locations, the static objects (spelling and label), and the structs that are allocated (spelling, label, members), each list with its length first. Names, labels and hashes take eight
//! bytes, lengths and targets seven bits a byte. A reader gets an outline that is whole, or none.

use crate::hash::Hash;

/// The shape of a program, for handing names on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outline {
    /// Those that are defined, sorted by name.
    pub functions: Vec<FunctionOutline>,
    /// Static objects but for literals, with their labels; sorted.
    pub objects: Vec<(String, u64)>,
    /// Structs and unions that are allocated.
    pub records: Vec<RecordOutline>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordOutline {
    pub name: String,
    pub label: u64,
    /// Hashes of the members' names and places.
    pub members: Vec<u64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionOutline {
    pub name: String,
    pub label: u64,
    /// Their labels, in order.
    pub parameters: Vec<u64>,
    /// Parameters and variables, with their labels.
    pub locals: Vec<(String, u64)>,
    pub locations: Vec<LocationOutline>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocationOutline {
    /// Unique in the program.
    pub name: u64,
    /// Hash of what the location does, with the spelling of all that it mentions, and without.
    pub content: u64,
    pub shape: u64,
    /// The labels of what it mentions.
    pub mentions: Vec<u64>,
    /// The targets of its edges, in order: locations of the same function.
    pub to: Vec<u32>,
}

impl FunctionOutline {
    /// Of its name and of all that it does, as it is spelled.
    pub fn hash(&self) -> u64 {
        let hash = Hash::new("function 1").text(&self.name).number(self.locations.len() as u64);
        let add = |hash: Hash, it: &LocationOutline| {
            hash.number(it.content).numbers(it.to.iter().map(|&to| u64::from(to)))
        };
        self.locations.iter().fold(hash, add).short()
    }
}

const VERSION: u8 = 3;

impl Outline {
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        count(&mut bytes, self.functions.len());
        for function in &self.functions {
            text(&mut bytes, &function.name);
            numbers(&mut bytes, &[function.label]);
            count(&mut bytes, function.parameters.len());
            numbers(&mut bytes, &function.parameters);
            labels(&mut bytes, &function.locals);
            count(&mut bytes, function.locations.len());
            for location in &function.locations {
                numbers(&mut bytes, &[location.name, location.content, location.shape]);
                count(&mut bytes, location.mentions.len());
                numbers(&mut bytes, &location.mentions);
                count(&mut bytes, location.to.len());
                location.to.iter().for_each(|&to| count(&mut bytes, to as usize));
            }
        }
        labels(&mut bytes, &self.objects);
        count(&mut bytes, self.records.len());
        for record in &self.records {
            text(&mut bytes, &record.name);
            numbers(&mut bytes, &[record.label]);
            count(&mut bytes, record.members.len());
            numbers(&mut bytes, &record.members);
        }
        bytes
    }

    /// None if the bytes are not those of an outline.
    pub fn decode(bytes: &[u8]) -> Option<Outline> {
        let mut reader = Reader { bytes };
        if reader.take(1)? != [VERSION] {
            return None;
        }
        let functions = reader.list(2, Reader::function)?;
        let objects = reader.list(9, Reader::label)?;
        let records = reader.list(10, Reader::record)?;
        reader.bytes.is_empty().then_some(Outline { functions, objects, records })
    }
}

fn count(bytes: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    count(bytes, text.len());
    bytes.extend_from_slice(text.as_bytes());
}

fn numbers(bytes: &mut Vec<u8>, numbers: &[u64]) {
    numbers.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
}

fn labels(bytes: &mut Vec<u8>, labels: &[(String, u64)]) {
    count(bytes, labels.len());
    for (spelling, label) in labels {
        text(bytes, spelling);
        numbers(bytes, &[*label]);
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn count(&mut self) -> Option<usize> {
        let mut value = 0u32;
        for shift in (0..32).step_by(7) {
            let byte = self.take(1)?[0];
            let bits = u32::from(byte & 0x7f);
            value |= bits.checked_shl(shift).filter(|shifted| shifted >> shift == bits)?;
            if byte < 0x80 {
                return Some(value as usize);
            }
        }
        None
    }

    /// Items of at least `least` bytes each, so that a length that cannot be true reserves nothing.
    fn list<T>(&mut self, least: usize, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length = self.count()?;
        if length > self.bytes.len() / least {
            return None;
        }
        (0..length).map(|_| item(self)).collect()
    }

    fn function(&mut self) -> Option<FunctionOutline> {
        let (name, label) = self.label()?;
        let (parameters, locals) = (self.list(8, Reader::number)?, self.list(9, Reader::label)?);
        let locations = self.list(26, Reader::location)?;
        let is_inside = |&to: &u32| (to as usize) < locations.len();
        locations.iter().all(|it| it.to.iter().all(is_inside)).then_some(())?;
        Some(FunctionOutline { name, label, parameters, locals, locations })
    }

    fn record(&mut self) -> Option<RecordOutline> {
        let (name, label) = self.label()?;
        Some(RecordOutline { name, label, members: self.list(8, Reader::number)? })
    }

    /// A spelling and its label.
    fn label(&mut self) -> Option<(String, u64)> {
        let length = self.count()?;
        let name = String::from_utf8(self.take(length)?.to_vec()).ok()?;
        Some((name, self.number()?))
    }

    fn location(&mut self) -> Option<LocationOutline> {
        let (name, content, shape) = (self.number()?, self.number()?, self.number()?);
        let mentions = self.list(8, Reader::number)?;
        let to = self.list(1, |reader| reader.count().map(|to| to as u32))?;
        Some(LocationOutline { name, content, shape, mentions, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline() -> Outline {
        let location = |name, to: &[u32]| LocationOutline {
            name,
            content: !name,
            shape: name / 2,
            mentions: (0..name % 3).collect(),
            to: to.to_vec(),
        };
        let mut long: Vec<_> = (0..130).map(|at| location(at, &[129 - at as u32, 0])).collect();
        long.push(location(u64::MAX, &[]));
        let function = |name: &str, locations| FunctionOutline {
            name: name.into(),
            label: 5,
            parameters: vec![6],
            locals: vec![("n".into(), 6), ("sum#2".into(), 7)],
            locations,
        };
        Outline {
            functions: vec![function("a.c:f", vec![location(7, &[0])]), function("größe", long)],
            objects: vec![("x".into(), 8), ("y".into(), 9)],
            records: vec![RecordOutline { name: "node".into(), label: 3, members: vec![1, 2] }],
        }
    }

    #[test]
    fn what_was_encoded_is_decoded() {
        for outline in [Outline::default(), outline()] {
            assert_eq!(Outline::decode(&outline.encode()), Some(outline));
        }
    }

    #[test]
    fn damage_gives_an_outline_that_is_whole_or_none() {
        let bytes = outline().encode();
        for length in 0..bytes.len() {
            assert_eq!(Outline::decode(&bytes[..length]), None, "cut at {length}");
        }
        assert_eq!(Outline::decode(&[&bytes[..], &[0]].concat()), None);
        let mut decoded = 0;
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                let Some(outline) = Outline::decode(&damaged) else { continue };
                decoded += 1;
                for function in outline.functions {
                    let locations = &function.locations;
                    assert!(
                        locations.iter().flat_map(|it| &it.to).all(|&to| (to as usize) < locations.len())
                    );
                }
            }
        }
        assert!(decoded > 0 && decoded < bytes.len() * 8);
        let huge = [&[VERSION, 0xff, 0xff, 0xff, 0xff, 0x0f][..], &[0; 40]].concat();
        assert_eq!(Outline::decode(&huge), None);
        assert_eq!(Outline::decode(&[VERSION, 0xff, 0xff, 0xff, 0xff, 0x1f, 0]), None, "more than 32 bits");
    }
}

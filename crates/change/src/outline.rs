//! The outline of a program: all that is needed to hand its names on, kept with what was recorded for it.
//!
//! As bytes: a version; then the functions and their locations, each list with its length first. Names and contents take
//! eight bytes, lengths and targets seven bits a byte. A reader gets an outline that is whole, or none.

/// The shape of a program, for handing names on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outline {
    /// Those that are defined, sorted by name.
    pub functions: Vec<FunctionOutline>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionOutline {
    pub name: String,
    pub locations: Vec<LocationOutline>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocationOutline {
    /// Unique in the program.
    pub name: u64,
    /// Hash of what the location does.
    pub content: u64,
    /// The targets of its edges, in order: locations of the same function.
    pub to: Vec<u32>,
}

const VERSION: u8 = 1;

impl Outline {
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        count(&mut bytes, self.functions.len());
        for function in &self.functions {
            count(&mut bytes, function.name.len());
            bytes.extend_from_slice(function.name.as_bytes());
            count(&mut bytes, function.locations.len());
            for location in &function.locations {
                bytes.extend_from_slice(&location.name.to_le_bytes());
                bytes.extend_from_slice(&location.content.to_le_bytes());
                count(&mut bytes, location.to.len());
                location.to.iter().for_each(|&to| count(&mut bytes, to as usize));
            }
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
        reader.bytes.is_empty().then_some(Outline { functions })
    }
}

fn count(bytes: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
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
        let length = self.count()?;
        let name = String::from_utf8(self.take(length)?.to_vec()).ok()?;
        let locations = self.list(17, Reader::location)?;
        let is_inside = |&to: &u32| (to as usize) < locations.len();
        locations.iter().all(|it| it.to.iter().all(is_inside)).then_some(())?;
        Some(FunctionOutline { name, locations })
    }

    fn location(&mut self) -> Option<LocationOutline> {
        let (name, content) = (self.number()?, self.number()?);
        let to = self.list(1, |reader| reader.count().map(|to| to as u32))?;
        Some(LocationOutline { name, content, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline() -> Outline {
        let location = |name, to: &[u32]| LocationOutline { name, content: !name, to: to.to_vec() };
        let mut long: Vec<_> = (0..130).map(|at| location(at, &[129 - at as u32, 0])).collect();
        long.push(location(u64::MAX, &[]));
        Outline {
            functions: vec![
                FunctionOutline { name: "a.c:f".into(), locations: vec![location(7, &[0])] },
                FunctionOutline { name: "größe".into(), locations: long },
            ],
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

//! Elements: what a recorded fact depends on.

use crate::hash::Hash;

/// A location together with what it does.
///
/// Two locations, of one program or of two, have the same element only if their functions have the same label, and the same spelling
/// where that means something; if they have the same name, do the same to things of the same labels, and lead to locations of the
/// same names. The entry of a function also tells the function's signature, with the labels of its parameters in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Element {
    pub hash: [u8; 16],
}

/// The parts of a location's element; what it mentions by label, targets by name.
pub(crate) struct Parts<'a> {
    pub function: u64,
    /// The function's spelling, if that means something.
    pub spelling: Option<&'a str>,
    pub location: u64,
    pub content: &'a [u8],
    pub mentions: Vec<u64>,
    pub targets: Vec<u64>,
    /// Of an entry alone: the signature, and the labels of the parameters.
    pub signature: Option<(&'a [u8], Vec<u64>)>,
}

impl Element {
    pub(crate) fn of(parts: Parts) -> Element {
        let hash = named(Hash::new("element 2"), parts.function, parts.spelling)
            .number(parts.location)
            .bytes(parts.content)
            .numbers(parts.mentions.into_iter())
            .numbers(parts.targets.into_iter());
        let hash = match parts.signature {
            Some((signature, parameters)) => hash.number(1).bytes(signature).numbers(parameters.into_iter()),
            None => hash.number(0),
        };
        Element { hash: hash.long() }
    }

    /// Of a part of a location, told by what is made of the part alone.
    pub(crate) fn of_part(self) -> Element {
        Element { hash: Hash::new("part 1").bytes(&self.hash).long() }
    }

    /// Of a defined function as its callers see it: what they give it and what they get, and what that is called in its frame.
    pub(crate) fn called(
        function: u64,
        spelling: Option<&str>,
        signature: &[u8],
        parameters: Vec<u64>,
    ) -> Element {
        let hash = named(Hash::new("called function 1"), function, spelling);
        Element { hash: hash.bytes(signature).numbers(parameters.into_iter()).long() }
    }

    /// Of a function that is called and not defined.
    pub(crate) fn undefined(signature: &[u8]) -> Element {
        Element { hash: Hash::new("undefined function 1").bytes(signature).long() }
    }
}

/// With a function's label, and its spelling if that means something.
fn named(hash: Hash, function: u64, spelling: Option<&str>) -> Hash {
    let hash = hash.number(function);
    match spelling {
        Some(spelling) => hash.number(1).text(spelling),
        None => hash.number(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_counts() {
        let (content, other_content) = ([1], [2]);
        let parts = || Parts {
            function: 9,
            spelling: None,
            location: 1,
            content: &content,
            mentions: vec![2, 3],
            targets: vec![4, 5],
            signature: None,
        };
        let all = [
            parts(),
            Parts { function: 8, ..parts() },
            Parts { spelling: Some("f"), ..parts() },
            Parts { spelling: Some("g"), ..parts() },
            Parts { location: 2, ..parts() },
            Parts { content: &other_content, ..parts() },
            Parts { mentions: vec![3, 2], ..parts() },
            Parts { mentions: vec![2, 3, 4], targets: vec![5], ..parts() },
            Parts { targets: vec![5, 4], ..parts() },
            Parts { signature: Some((&[], vec![])), ..parts() },
            Parts { signature: Some((&[1], vec![])), ..parts() },
            Parts { signature: Some((&[1], vec![6, 7])), ..parts() },
            Parts { signature: Some((&[1], vec![7, 6])), ..parts() },
        ];
        let mut elements: Vec<Element> = all.into_iter().map(Element::of).collect();
        elements.extend([Element::undefined(&[]), Element::undefined(&[1])]);
        let called = |function, spelling, signature: &[u8], parameters: &[u64]| {
            Element::called(function, spelling, signature, parameters.to_vec())
        };
        elements.extend([
            called(9, None, &[], &[]),
            called(8, None, &[], &[]),
            called(9, Some("f"), &[], &[]),
            called(9, Some("g"), &[], &[]),
            called(9, None, &[1], &[]),
            called(9, None, &[1], &[6, 7]),
            called(9, None, &[1], &[7, 6]),
        ]);
        let count = elements.len();
        elements.sort();
        elements.dedup();
        assert_eq!(elements.len(), count);
        assert_eq!(Element::of(parts()), Element::of(parts()));
    }
}

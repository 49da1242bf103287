//! The sets of characters of `%[a-z]`.

/// Which bytes are in a set.
#[derive(Clone)]
pub(super) struct Set([bool; 256]);

impl Set {
    /// Everything but white space: what `%s` takes.
    pub fn word() -> Set {
        Set(std::array::from_fn(|byte| !crate::library::access::is_space(byte as u8)))
    }

    /// Everything: what `%c` takes.
    pub fn all() -> Set {
        Set([true; 256])
    }

    /// Reads what follows the `[`; also how long it is, its `]` included. `None` if there is no end.
    pub fn parse(format: &[u8]) -> Option<(Set, usize)> {
        let is_negated = format.first() == Some(&b'^');
        let start = usize::from(is_negated);
        // A `]` that comes first is a member.
        let end = start + 1 + format.get(start + 1..)?.iter().position(|&byte| byte == b']')?;
        let members = &format[start..end];
        let mut set = [is_negated; 256];
        let mut at = 0;
        while at < members.len() {
            let first = members[at];
            let last = match members.get(at + 1..at + 3) {
                Some([b'-', last]) if *last >= first => Some(*last),
                _ => None,
            };
            for byte in first..=last.unwrap_or(first) {
                set[usize::from(byte)] = !is_negated;
            }
            at += if last.is_some() { 3 } else { 1 };
        }
        Some((Set(set), end + 1))
    }

    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_ranges_and_complements() {
        let check = |format: &str, members: &str, others: &str, length: usize| {
            let (set, found) = Set::parse(format.as_bytes()).unwrap();
            assert_eq!(found, length, "{format}");
            assert!(members.bytes().all(|byte| set.contains(byte)), "{format}");
            assert!(!others.bytes().any(|byte| set.contains(byte)), "{format}");
        };
        check("a-c]d", "abc", "d-]", 4);
        check("^a-c]", "d-]", "abc", 5);
        check("]x]", "]x", "a", 3);
        check("^]]", "ax", "]", 3);
        check("-a]", "-a", "b", 3);
        check("a-]", "-a", "b", 3);
        assert!(Set::parse(b"abc").is_none());
        assert!(Set::parse(b"").is_none());
    }
}

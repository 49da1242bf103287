//! The order of names as people number them: `v2` before `v10`.

/// Compares as names are meant to: numbers by their value, all else letter by letter.
pub fn key(name: &str) -> Vec<(u64, String)> {
    let mut parts: Vec<(u64, String)> = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let text = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(text);
        let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        let (number, behind) = behind.split_at(digits);
        // The word is compared before the number behind it.
        parts.push((0, word.to_string()));
        parts.push((number.parse().unwrap_or(u64::MAX), number.to_string()));
        rest = behind;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_by_their_value() {
        let mut names = ["v10/a.c", "v2/a.c", "v2/b.c", "main.c", "v1.10.c", "v1.9.c"];
        names.sort_by_key(|name| key(name));
        assert_eq!(names, ["main.c", "v1.9.c", "v1.10.c", "v2/a.c", "v2/b.c", "v10/a.c"]);
    }
}

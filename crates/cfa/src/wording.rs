//! What a program says, wherever its lines stand: two programs of one wording differ in nothing but the positions of their lines.
//!
//! A line counts as the preprocessor wrote it, without the white space around it, and with the file that it is of: line numbers,
//! indentation and empty lines do not count, nor do headers that say nothing. Inside of a line nothing is left out, so that
//! literals need not be told from the rest. Where a literal may go on in the next line (a line that ends in `\`, a raw string)
//! white space counts.

use std::path::Path;

use crate::source::marker;

/// BLAKE3 of the wording of units: their paths and preprocessed texts. `lasting` is what a file is called that has another name in
/// each run.
pub(crate) fn digest<'a>(
    units: impl Iterator<Item = (&'a Path, &'a [u8])>,
    lasting: impl Fn(&str) -> &str,
) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let mut add = |kind: u8, bytes: &[u8]| {
        hasher.update(&[kind]).update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
    };
    for (path, text) in units {
        add(b'u', path.as_os_str().as_encoded_bytes());
        let has_raw_strings = text.windows(2).any(|it| it == b"R\"");
        let mut is_continued = has_raw_strings;
        // The file that the line at hand is of, and the one that was told last.
        let (mut place, mut told) = (String::new(), String::new());
        for line in text.split_inclusive(|&c| c == b'\n') {
            if let Some((_, name)) = marker(line) {
                if let Some(name) = name {
                    place = format!("{}\n{}", lasting(&name), kind(line));
                }
                continue;
            }
            let rest = if is_continued { line } else { line.trim_ascii_start() };
            is_continued = has_raw_strings || line.trim_ascii_end().ends_with(b"\\");
            let rest = if is_continued { rest } else { rest.trim_ascii_end() };
            if rest.is_empty() {
                continue;
            }
            if place != told {
                add(b'f', place.as_bytes());
                told.clone_from(&place);
            }
            add(b'l', rest);
        }
    }
    *hasher.finalize().as_bytes()
}

/// Whether a marker is of a system header, and of one that is to be taken for C in C++.
fn kind(marker: &[u8]) -> String {
    let flags = marker.rsplit(|&c| c == b'"').next().unwrap_or_default();
    flags.iter().filter(|c| b"34".contains(c)).map(|&c| char::from(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> [u8; 32] {
        digest([(Path::new("a.c"), text.as_bytes())].into_iter(), |name| name)
    }

    const TEXT: &str = "# 1 \"a.c\"\n# 1 \"a.h\" 1\nint x;\n# 3 \"a.c\" 2\nint f(void) {\n  return x;\n}\n";

    #[test]
    fn where_lines_stand_does_not_count() {
        for same in [
            // Other numbers, and a marker in place of empty lines.
            "# 1 \"a.c\"\n# 7 \"a.h\" 1\nint x;\n# 90 \"a.c\" 2\nint f(void) {\n# 120 \"a.c\"\n  return x;\n}\n",
            // Empty lines, indentation and what is behind the last character.
            "\n# 1 \"a.c\"\n# 1 \"a.h\" 1\n\nint x;\n\n# 3 \"a.c\" 2\n int f(void) { \n\treturn x;\r\n}",
            // A header that says nothing.
            "# 1 \"a.c\"\n# 1 \"b.h\" 1\n# 2 \"a.c\" 2\n# 1 \"a.h\" 1\nint x;\n# 3 \"a.c\" 2\nint f(void) {\nreturn x;\n}\n",
        ] {
            assert_eq!(of(same), of(TEXT), "{same}");
        }
    }

    #[test]
    fn all_else_counts() {
        for other in [
            // Another file, and one that became the system's.
            TEXT.replace("a.h", "b.h"),
            TEXT.replace("\"a.h\" 1", "\"a.h\" 1 3"),
            // A line of the header that became one of the source, without another word.
            "# 1 \"a.c\"\nint x;\nint f(void) {\n  return x;\n}\n".to_string(),
            // Lines that became one: a directive ends with its line.
            TEXT.replace("x;\n}", "x; }"),
            TEXT.replace("return x", "return  x"),
            TEXT.replace("int x;", "#pragma pack(1)\nint x;"),
        ] {
            assert_ne!(of(&other), of(TEXT), "{other}");
        }
    }

    #[test]
    fn white_space_counts_that_may_be_in_a_literal() {
        for (one, other) in [
            ("s = \"a\\\n  b\";\n", "s = \"a\\\n b\";\n"),
            ("s = \"a\\ \n  b\";\n", "s = \"a\\ \n b\";\n"),
            ("s = R\"(a\n  b)\";\n", "s = R\"(a\n b)\";\n"),
            ("s = R\"(a \nb)\";\n", "s = R\"(a\nb)\";\n"),
            ("s = R\"(a\n\nb)\";\n", "s = R\"(a\nb)\";\n"),
        ] {
            assert_ne!(of(one), of(other), "{one}");
        }
    }

    #[test]
    fn units_are_told_apart() {
        let both = |one: (&str, &str), other: (&str, &str)| {
            digest(
                [(Path::new(one.0), one.1.as_bytes()), (Path::new(other.0), other.1.as_bytes())].into_iter(),
                |name| name.trim_start_matches("/tmp/1/"),
            )
        };
        assert_ne!(both(("a.c", "x;\n"), ("b.c", "y;\n")), both(("a.c", "x;\ny;\n"), ("b.c", "")));
        assert_ne!(both(("a.c", "x;\n"), ("b.c", "y;\n")), both(("b.c", "x;\n"), ("a.c", "y;\n")));
        let named = |name: &str| both(("a.c", &format!("# 1 \"{name}\"\nx;\n")), ("b.c", "y;\n"));
        assert_eq!(named("/tmp/1/evercheck.h"), named("evercheck.h"));
        assert_ne!(named("/tmp/2/evercheck.h"), named("evercheck.h"));
    }
}

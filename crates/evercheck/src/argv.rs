//! Rewrites options into the spelling clap understands: gcc's single-dash long ones, and switches without a value.
//!
//! `-I`, `-D`, `-U` and `-m32` are one-letter options with a value, so clap reads them as gcc does. `-include`
//! and `-std=` are not: clap would take `-include` for `-i -n -c …`. And it would take the file behind a switch for the
//! switch's value.

use std::ffi::OsString;

/// A switch that is on if nothing else is said.
const SWITCH: &str = "--spurious-wakeups";

/// The arguments with `-include FILE` as `--include FILE`, `-std=X` as `--std=X` and a switch without a value turned on, up
/// to `--`.
pub fn normalise(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut is_option = true;
    let mut arguments = arguments.into_iter().peekable();
    let mut all = Vec::new();
    while let Some(argument) = arguments.next() {
        is_option &= argument != "--";
        all.push(match argument.to_str() {
            Some(SWITCH)
                if is_option && !arguments.peek().is_some_and(|next| next == "on" || next == "off") =>
            {
                OsString::from(format!("{SWITCH}=on"))
            }
            Some(text) if is_option => gnu_spelling(text).map_or(argument, OsString::from),
            _ => argument,
        });
    }
    all
}

fn gnu_spelling(argument: &str) -> Option<String> {
    if argument.starts_with("-std=") {
        return Some(format!("-{argument}"));
    }
    // gcc takes the file in the same word as well.
    match argument.strip_prefix("-include")? {
        "" => Some("--include".to_string()),
        file => Some(format!("--include={file}")),
    }
}

/// The words of a text, as a shell splits it: quotes of both kinds, and a backslash before any character.
pub fn split(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None, ' ' | '\t' | '\n') => words.extend(word.take()),
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (Some(open), _) if open == letter => quote = None,
            (None | Some('"'), '\\') => {
                let next = letters.next().ok_or("a backslash at the end")?;
                word.get_or_insert_default().push(next);
            }
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err("a quote that is not closed".into());
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        let words = |text| split(text).unwrap();
        assert_eq!(words("-n 3  a.txt"), ["-n", "3", "a.txt"]);
        assert_eq!(words(r#"'a b' "c\"d" e\ f '' "#), ["a b", "c\"d", "e f", ""]);
        assert!(words("  ").is_empty());
        assert!(split("'a").is_err() && split("a\\").is_err());
    }

    fn check(input: &str, expected: &str) {
        let words = input.split(' ').map(OsString::from);
        let result: Vec<_> = normalise(words).into_iter().map(|word| word.into_string().unwrap()).collect();
        assert_eq!(result.join(" "), expected);
    }

    #[test]
    fn gcc_spellings_become_long_options() {
        check("cfa -include a.h x.c", "cfa --include a.h x.c");
        check("cfa -includea.h x.c", "cfa --include=a.h x.c");
        check("cfa -std=gnu11 x.c", "cfa --std=gnu11 x.c");
    }

    #[test]
    fn a_switch_needs_no_value() {
        check("check --spurious-wakeups x.c", "check --spurious-wakeups=on x.c");
        check("check x.c --spurious-wakeups", "check x.c --spurious-wakeups=on");
        check("check --spurious-wakeups off x.c", "check --spurious-wakeups off x.c");
        check("check -- --spurious-wakeups", "check -- --spurious-wakeups");
    }

    #[test]
    fn everything_else_is_left_alone() {
        check("cfa -m32 -DX=-std -Iinclude x.c", "cfa -m32 -DX=-std -Iinclude x.c");
        check("cfa --include a.h --std=c11", "cfa --include a.h --std=c11");
        check("cfa -std -i -v", "cfa -std -i -v");
        check("cfa -- -include -std=c11", "cfa -- -include -std=c11");
    }

    #[test]
    #[cfg(unix)]
    fn words_that_are_not_text_pass_through() {
        use std::os::unix::ffi::OsStringExt;
        let word = OsString::from_vec(vec![b'-', 0xff]);
        assert_eq!(normalise([word.clone()]), [word]);
    }
}

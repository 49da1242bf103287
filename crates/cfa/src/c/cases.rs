//! Runs of `case` labels that count up or down, as generators write them by the thousand, become one range each:
//! the parser compares each label with all before it, and nests them.

use rucc_base::Interner;
use rucc_lex::{PpToken, PpTokenKind, Punct};

/// Shorter runs stay as they are written.
const SHORTEST: usize = 16;

/// `case 3: case 4: … case 90:` to `case 3 ... 90:`.
pub(super) fn merge(tokens: Vec<PpToken>, names: &Interner) -> Vec<PpToken> {
    let Some(case) = names.find("case") else { return tokens };
    let label = |at: usize| -> Option<i128> {
        let [word, number, colon] = tokens.get(at..at + 3)? else { return None };
        let is_label = word.value == Some(case) && colon.kind == PpTokenKind::Punct(Punct::Colon);
        if is_label && number.kind == PpTokenKind::Number {
            value(names.resolve(number.value?))
        } else {
            None
        }
    };
    let mut merged: Option<Vec<PpToken>> = None;
    let (mut at, mut copied) = (0, 0);
    while at < tokens.len() {
        let Some(first) = label(at) else {
            at += 1;
            continue;
        };
        let step = label(at + 3).map_or(0, |second| second - first);
        let mut count = 1;
        while step.abs() == 1 && label(at + 3 * count) == Some(first + step * count as i128) {
            count += 1;
        }
        if count >= SHORTEST {
            let out = merged.get_or_insert_with(|| Vec::with_capacity(tokens.len()));
            out.extend_from_slice(&tokens[copied..at]);
            let last = tokens[at + 3 * (count - 1) + 1];
            let (low, high) = if step > 0 { (tokens[at + 1], last) } else { (last, tokens[at + 1]) };
            let dots = PpToken { kind: PpTokenKind::Punct(Punct::Ellipsis), value: None, ..low };
            out.extend([tokens[at], low, dots, high, tokens[at + 2]]);
            copied = at + 3 * count;
        }
        at += 3 * count;
    }
    match merged {
        Some(mut out) => {
            out.extend_from_slice(&tokens[copied..]);
            out
        }
        None => tokens,
    }
}

/// The value of an integer constant as it is spelt.
pub(super) fn value(spelling: &str) -> Option<i128> {
    let digits = spelling.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16),
        None if digits.len() > 1 && digits.starts_with('0') => u64::from_str_radix(digits, 8),
        None => digits.parse(),
    };
    value.ok().map(i128::from)
}

#[cfg(test)]
mod tests {
    /// The ranges of the `switch` in a function whose labels are given.
    fn ranges(labels: &str) -> String {
        let program =
            crate::from_text(&format!("int f(long x) {{ switch (x) {{ {labels} return 1; }} return 2; }}"));
        let text = crate::print::text(&program.unwrap(), &[]);
        let line = text.lines().find(|line| line.contains(" not in ")).unwrap();
        line.split_once(" not in ").unwrap().1.split(']').next().unwrap().to_string()
    }

    #[test]
    fn long_runs_become_ranges() {
        let up: String = (3..40).map(|n| format!("case {n}: ")).collect();
        assert_eq!(ranges(&up), "3 ... 39");
        let down: String = (3..40).rev().map(|n| format!("case {n:#x}UL:\n")).collect();
        assert_eq!(ranges(&format!("case 1: {down} case 50:")), "1, 3 ... 39, 50");
        let both: String = (0..20).chain(100..120).map(|n| format!("case {n}: ")).collect();
        assert_eq!(ranges(&both), "0 ... 19, 100 ... 119");
        assert_eq!(ranges("case 1: case 2: case 3:"), "1, 2, 3");
        let gaps: String = (0..40).map(|n| format!("case {}: ", 2 * n)).collect();
        assert_eq!(ranges(&gaps).split(", ").count(), 40);
    }

    #[test]
    fn a_label_given_twice_is_an_error_as_before() {
        let run: String = (3..40).map(|n| format!("case {n}: ")).collect();
        let text = format!("int f(long x) {{ switch (x) {{ case 5: {run} return 1; }} return 2; }}");
        assert!(crate::from_text(&text).is_err());
    }
}

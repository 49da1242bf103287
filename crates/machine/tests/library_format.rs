//! Formatted output in bulk: programs with two thousand random calls of `printf` each, compared with glibc.

mod common;

use std::fmt::Write;

use common::Random;

/// A directive and the C text of its arguments.
fn directive(random: &mut Random) -> (String, Vec<String>) {
    let (mut format, mut args) = (String::from("%"), Vec::new());
    for flag in ['-', '+', ' ', '#', '0', '\''] {
        if random.below(5) == 0 {
            format.push(flag);
        }
    }
    match random.below(4) {
        0 => {
            format.push('*');
            args.push(format!("{}", random.below(40) as i64 - 20));
        }
        1 | 2 => write!(format, "{}", 1 + random.below(24)).unwrap(),
        _ => {}
    }
    match random.below(5) {
        0 => {
            format.push_str(".*");
            args.push(format!("{}", random.below(25) as i64 - 3));
        }
        1 => format.push('.'),
        2 | 3 => write!(format, ".{}", random.below(30)).unwrap(),
        _ => {}
    }
    match random.below(10) {
        0..=4 => float(random, &mut format, &mut args),
        5..=7 => integer(random, &mut format, &mut args),
        8 => {
            format.push('s');
            args.push(random.pick(&["\"\"", "\"a\"", "\"hello, world\"", "\"100%\""]).to_string());
        }
        _ => {
            format.push('c');
            args.push(format!("{}", 32 + random.below(95)));
        }
    }
    (format, args)
}

fn integer(random: &mut Random, format: &mut String, args: &mut Vec<String>) {
    let (length, ty) = random.pick(&[
        ("", "int"),
        ("hh", "int"),
        ("h", "int"),
        ("l", "long"),
        ("ll", "long long"),
        ("j", "long"),
        ("z", "unsigned long"),
        ("t", "long"),
    ]);
    format.push_str(length);
    format.push(random.pick(&['d', 'i', 'u', 'o', 'x', 'X']));
    let value = match random.below(3) {
        0 => random.below(3) as i64 - 1,
        1 => random.next() as i64 >> random.below(64),
        _ => random.below(100_000) as i64,
    };
    args.push(format!("({ty}){value}LL"));
}

fn float(random: &mut Random, format: &mut String, args: &mut Vec<String>) {
    format.push_str(random.pick(&["", "", "l"]));
    format.push(random.pick(&['e', 'E', 'f', 'F', 'g', 'G', 'g', 'a', 'A']));
    let digits = |random: &mut Random, count: u64| {
        (0..count).map(|_| random.pick(&['0', '5', '9'])).collect::<String>()
    };
    let value = match random.below(8) {
        0 => random
            .pick(&["0.0", "-0.0", "1.0", "(1.0 / zero)", "(-1.0 / zero)", "0.5", "2.5", "1e22", "-1e23"])
            .into(),
        // Any double at all.
        1 | 2 => match f64::from_bits(random.next()) {
            value if value.is_finite() => format!("{value:e}"),
            _ => "1.0".into(),
        },
        3 => format!("{:e}", f64::from_bits(random.next() >> (12 + random.below(52)))),
        // Close to where rounding changes the number of digits, or halfway between two.
        4 | 5 => {
            let count = 1 + random.below(18);
            format!("{}.{}e{}", digits(random, 1), digits(random, count), random.below(24) as i64 - 12)
        }
        6 => format!("{}.0", random.below(1 << 53) as f64 / 8.0).replace(".0.0", ".0"),
        _ => format!("{:e}", random.next() as f64 / (1u64 << random.below(63)) as f64),
    };
    let value: String =
        if value.matches('.').count() > 1 { value.trim_end_matches(".0").into() } else { value };
    args.push(if value.contains(['.', 'e']) { value } else { format!("{value}.0") });
}

/// A program of two thousand calls. Equal seeds give equal programs.
fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = String::from(
        "#include <stdio.h>\nstatic volatile double zero = 0;\nint main(void)\n{\n    int n = 0;\n",
    );
    for number in 0..2000 {
        let (format, args) = directive(&mut random);
        let args = args.join(", ");
        writeln!(text, "    n += printf(\"{number} [{format}]\\n\", {args});").unwrap();
    }
    text.push_str("    printf(\"%d\\n\", n);\n    return 0;\n}\n");
    text
}

#[test]
fn fuzz_formats_print_as_glibc_prints() {
    common::fuzz(0x9e37_79b9_7f4a_7c15, program);
}

//! Formatted input and conversion of strings in bulk: random texts read by random formats, compared with
//! glibc.

mod common;

use std::fmt::Write;

use common::Random;

const TOP: &str = r#"#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void scan(const char *text, const char *format)
{
    struct { char bytes[64]; } a, b, c;
    memset(&a, 'a', sizeof a);
    memset(&b, 'b', sizeof b);
    memset(&c, 'c', sizeof c);
    printf("%s | %s: %d:", text, format, sscanf(text, format, &a, &b, &c));
    for (int i = 0; i < 20; i++)
        printf(" %02x%02x%02x", a.bytes[i] & 255, b.bytes[i] & 255, c.bytes[i] & 255);
    printf("\n");
}
static void convert(const char *text, int base)
{
    char *end[4];
    errno = 0;
    long l = strtol(text, &end[0], base);
    int first = errno;
    errno = 0;
    unsigned long u = strtoul(text, &end[1], base);
    int second = errno;
    errno = 0;
    double d = strtod(text, &end[2]);
    int third = errno;
    errno = 0;
    float f = strtof(text, &end[3]);
    printf("%s, %d: %ld %d %lu %d %a %d %a %d", text, base, l, first, u, second, d, third, f, errno);
    for (int i = 0; i < 4; i++)
        printf(" %td", end[i] - text);
    printf("\n");
}
int main(void)
{
"#;

fn text(random: &mut Random) -> String {
    let pieces = [
        "0",
        "1",
        "7",
        "9",
        "12",
        "0x",
        "0X",
        ".",
        "-",
        "+",
        "e",
        "E",
        "p",
        "a",
        "f",
        "inf",
        "nan",
        "infinity",
        " ",
        " ",
        "x",
        "99999",
        "e5",
        "e-3",
        "p4",
        "00",
        "e308",
        "e-320",
        "(",
        ")",
        ",",
        "5e-324",
        "18446744073709551615",
    ];
    let count = 1 + random.below(6);
    (0..count).map(|_| random.pick(&pieces)).collect()
}

fn format(random: &mut Random) -> String {
    let mut out = String::new();
    for _ in 0..1 + random.below(3) {
        out.push_str(random.pick(&["%", "%", "%", "%*", "%1", "%2", "%3", "%5", " %", ",%"]));
        out.push_str(random.pick(&[
            "d", "i", "o", "u", "x", "ld", "hhd", "hx", "f", "lf", "g", "a", "s", "c", "[0-9]", "[^e ]",
            "[]x.-]", "n",
        ]));
    }
    out
}

fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let mut out = String::from(TOP);
    for _ in 0..1500 {
        let text = text(&mut random);
        match random.below(3) {
            0 => writeln!(out, "    convert(\"{text}\", {});", random.pick(&[0, 8, 10, 16, 36])).unwrap(),
            _ => writeln!(out, "    scan(\"{text}\", \"{}\");", format(&mut random)).unwrap(),
        }
    }
    out.push_str("    return 0;\n}\n");
    out
}

#[test]
fn fuzz_texts_are_read_as_glibc_reads_them() {
    common::fuzz(0x2545_f491_4f6c_dd1d, program);
}

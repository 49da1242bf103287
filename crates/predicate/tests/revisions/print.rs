//! Sketches as C.

use super::sketch::{Kind, Machine, Sketch};

const START: &str = "extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
";
const MAYBE: &str = "__VERIFIER_nondet_bool()";

/// A machine in C: its data and functions, what it does in a step, and when something is wrong.
struct Text {
    data: String,
    step: String,
    is_wrong: String,
    /// A condition on its data.
    guard: String,
}

fn text(it: &Machine) -> Text {
    let (n, ty, bound, most) = (it.name, it.ty, it.bound, it.bound + it.slack);
    let bug = |number: u32| it.bug == Some(number);
    match it.kind {
        Kind::Clamp => {
            let limit = if bug(0) { most + 1 } else { bound };
            let otherwise = if bug(1) { format!("g{n} = {};", most + 1) } else { format!("g{n} = 0;") };
            let start = if bug(2) { most + 1 } else { 0 };
            let step = match it.is_pointed {
                true => format!("{ty} *p = &g{n}; if (*p < {limit}) *p += 1; else {otherwise}"),
                false => format!("if (g{n} < {limit}) g{n}++; else {otherwise}"),
            };
            let (is_wrong, guard) = (format!("g{n} < 0 || g{n} > {most}"), format!("g{n} != 1"));
            Text { data: format!("static {ty} g{n} = {start};\n"), step, is_wrong, guard }
        }
        Kind::Pair => {
            let (one, other) = (if bug(0) { 2 } else { 1 }, if bug(1) { "0" } else { "1" });
            let rest = if bug(2) { format!("if ({MAYBE}) ") } else { String::new() };
            let x = if it.is_pointed { format!("q{n}.x") } else { format!("x{n}") };
            let y = if it.is_pointed { format!("q{n}.y") } else { format!("y{n}") };
            let data = match it.is_pointed {
                true => format!("static struct {{ {ty} x, y; }} q{n} = {{{other}, 1}};\n"),
                false => format!("static {ty} x{n} = {other}, y{n} = 1;\n"),
            };
            let step = format!("{x} = {x} + 1 & 1; {rest}{y} = {y} + {one} & 1;");
            Text { data, step, is_wrong: format!("{x} != {y}"), guard: format!("{x} < 1") }
        }
        Kind::Lock => {
            let held = |value: u32| format!("if (l{n} != {value}) reach_error(); l{n} = {};", 1 - value);
            let early = if bug(0) { format!("if ({MAYBE}) ") } else { String::new() };
            let (first, second) = (held(0), held(u32::from(!bug(1))));
            let step = format!("{first} {early}{{ {second} }}");
            let start = u32::from(bug(2));
            let is_wrong = format!("l{n} != 0");
            Text {
                data: format!("static {ty} l{n} = {start};\n"),
                step,
                is_wrong,
                guard: format!("l{n} == 0"),
            }
        }
        Kind::BitField => {
            let (set, seen) = (if bug(0) { "b" } else { "c" }, if bug(1) { "c" } else { "b" });
            let width = if bug(2) { 2 } else { 3 };
            let data = format!(
                "static struct {{ unsigned char a : 2, b : {width}, c : 3; }} s{n} = {{0, {bound}, {bound}}};\n"
            );
            let of = if it.is_pointed { format!("(&s{n})->") } else { format!("s{n}.") };
            let step = format!(
                "{of}{set} = __VERIFIER_nondet_int() & 7; if ({of}b < 7 && {MAYBE}) {of}b = {of}b + 1;"
            );
            Text {
                data,
                step,
                is_wrong: format!("s{n}.{seen} < {bound}"),
                guard: format!("s{n}.b > {bound}"),
            }
        }
        Kind::Array => {
            let (limit, more) = (if bug(0) { most + 1 } else { bound }, if bug(1) { 2 } else { 1 });
            let (length, value) = (most + 3, if bug(2) { "2" } else { "1" });
            let more = if bug(1) { most + more } else { more };
            let step = format!("if (n{n} < {limit}) {{ a{n}[n{n}] = {value}; n{n} += {more}; }}");
            let is_wrong = format!("n{n} > {most} || a{n}[0] > 1");
            let data = format!("static {ty} a{n}[{length}];\nstatic int n{n};\n");
            Text { data, step, is_wrong, guard: format!("n{n} > 0") }
        }
        Kind::Recursion => {
            let limit = if bug(0) { most + 1 } else { bound };
            let end = if bug(1) { most + 1 } else { 0 };
            let result = if bug(2) { "- 1" } else { "+ 1" };
            let data = format!(
                "static int v{n};\nstatic int r{n}(int k) {{\n    if (k <= 0) return {end};\n    int below = r{n}(k - 1);\n    \
                 return below < {limit} ? below {result} : below;\n}}\n"
            );
            let step = format!("v{n} = r{n}(__VERIFIER_nondet_int() & 7);");
            Text { data, step, is_wrong: format!("v{n} < 0 || v{n} > {most}"), guard: format!("v{n} != 2") }
        }
        Kind::Table => {
            let limit = if bug(0) { most + 1 } else { bound };
            let (reset, third) = (if bug(1) { "-1" } else { "0" }, if bug(2) { ", lower" } else { ", up" });
            let third = format!("{third}{n}");
            let data = format!(
                "static {ty} t{n};\nstatic int up{n}(int x) {{ return x < {limit} ? x + 1 : x; }}\n\
                 static int down{n}(int x) {{ return x > 5 ? x : {reset}; }}\n\
                 static int lower{n}(int x) {{ return x - 1; }}\n\
                 static int (*const table{n}[])(int) = {{up{n}, down{n}{third}}};\n"
            );
            let data = data.replace("static unsigned char t", "static signed char t");
            let step = format!("int w = __VERIFIER_nondet_int() & 3; if (w < 3) t{n} = table{n}[w](t{n});");
            Text { data, step, is_wrong: format!("t{n} < 0 || t{n} > {most}"), guard: format!("t{n} == 0") }
        }
        Kind::Alias => {
            let value = if bug(0) { 2 } else { 1 };
            let data = format!(
                "static {ty} e{n} = {value}, f{n} = 1;\nstatic void set{n}({ty} *p) {{\n    while ({MAYBE}) *p = 2;\n}}\n"
            );
            let step = match it.is_pointed {
                _ if bug(1) => format!("set{n}(&f{n}); set{n}(&e{n});"),
                _ if bug(2) => format!("set{n}({MAYBE} ? &f{n} : &e{n});"),
                true => format!("{ty} *to = &e{n}; to = &f{n}; set{n}(to);"),
                false => format!("set{n}(&f{n});"),
            };
            Text { data, step, is_wrong: format!("e{n} != 1"), guard: format!("f{n} == 2") }
        }
        Kind::States => {
            let (last, back) = (if bug(0) { bound + 1 } else { bound }, if bug(1) { most + 1 } else { 0 });
            let other = if bug(2) { format!("m{n} = {}", most + 1) } else { format!("m{n} = {bound}") };
            let step = format!(
                "switch (m{n}) {{ case 0: m{n} = {last}; break; case {bound}: m{n} = {back}; break; default: {other}; }}"
            );
            let is_wrong = format!("m{n} != 0 && m{n} != {bound}");
            Text { data: format!("static {ty} m{n};\n"), step, is_wrong, guard: format!("m{n} != 0") }
        }
        Kind::Largest => {
            let order = if bug(0) { "<" } else { ">" };
            let behind = if bug(1) { format!("k{n} = 0;") } else { String::new() };
            let first = if bug(2) { format!("if ({MAYBE}) ") } else { String::new() };
            let step = format!(
                "int i = __VERIFIER_nondet_int() & 15; {first}if (i {order} k{n}) k{n} = i; {behind} if (k{n} < i) reach_error();"
            );
            Text {
                data: format!("static int k{n};\n"),
                step,
                is_wrong: format!("k{n} < 0"),
                guard: format!("k{n} > 1"),
            }
        }
    }
}

fn looped(form: u32, body: &str) -> String {
    match form {
        0 => format!("    while ({MAYBE}) {{\n{body}    }}\n"),
        1 => format!("    for (;;) {{\n        if ({MAYBE}) break;\n{body}    }}\n"),
        _ => format!("    if ({MAYBE}) do {{\n{body}    }} while ({MAYBE});\n"),
    }
}

pub fn print(sketch: &Sketch) -> String {
    let texts: Vec<Text> = sketch.machines.iter().map(text).collect();
    let (mut functions, mut together, mut apart, mut last) =
        (String::new(), String::new(), String::new(), String::new());
    let data: String = texts.iter().map(|it| it.data.as_str()).collect();
    for (index, (machine, text)) in sketch.machines.iter().zip(&texts).enumerate() {
        let mut step = text.step.clone();
        if machine.is_function {
            functions += &format!("static void step{}(void) {{\n    {step}\n}}\n", machine.name);
            step = format!("step{}();", machine.name);
        }
        let guard = &texts[(index + 1) % texts.len()].guard;
        let guard = if machine.is_guarded { format!("if ({guard}) ") } else { String::new() };
        let mut body = format!("        {guard}{{ {step} }}\n");
        let check = format!("if ({}) reach_error();\n", text.is_wrong);
        match machine.is_checked_often {
            true => body += &format!("        {check}"),
            false => last += &format!("    {check}"),
        }
        match machine.is_apart {
            true => apart += &looped(sketch.loop_form, &body),
            false => together += &body,
        }
    }
    for &(number, value, is_called) in &sketch.noise {
        functions += &format!(
            "static int z{number};\nstatic void log{number}(int x) {{ z{number} = x & {value}; }}\n"
        );
        if is_called {
            together += &format!("        log{number}({value});\n");
        }
    }
    let comment = "/* what comes next */\n".repeat(sketch.comments as usize);
    let main = format!(
        "{comment}int main(void) {{\n{}{apart}{last}    return 0;\n}}\n",
        looped(sketch.loop_form, &together)
    );
    let rest = match sketch.is_main_first {
        false => format!("{functions}{main}"),
        true => {
            let names = functions.lines().filter(|line| line.starts_with("static void"));
            let declared: String = names
                .filter_map(|line| line.split_once(" {"))
                .map(|(head, _)| format!("{head};\n"))
                .collect();
            format!("{declared}{main}{functions}")
        }
    };
    let text = format!("{START}{data}{rest}");
    sketch.mutations.iter().fold(text, |text, &number| mutated(&text, number))
}

/// One operator or number less or more.
fn mutated(text: &str, number: u64) -> String {
    const SWAPS: [(&str, &str); 9] = [
        (" < ", " <= "),
        (" > ", " >= "),
        (" != ", " == "),
        (" == ", " != "),
        (" + 1", " + 2"),
        (" = 0", " = 1"),
        (" = 1", " = 2"),
        (" & ", " | "),
        ("++;", "--;"),
    ];
    let start = START.len();
    let places: Vec<(usize, &str, &str)> = SWAPS
        .iter()
        .flat_map(|&(from, to)| text.match_indices(from).map(move |(at, _)| (at, from, to)))
        .filter(|&(at, ..)| at > start)
        .collect();
    match places.get((number % places.len().max(1) as u64) as usize) {
        Some(&(at, from, to)) => format!("{}{to}{}", &text[..at], &text[at + from.len()..]),
        None => text.into(),
    }
}

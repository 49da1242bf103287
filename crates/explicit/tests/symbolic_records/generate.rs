//! Random programs whose inputs are asked about, and edits of them: of assumptions, constants, ranges and types of inputs, and of code.

use cfa::fuzz::random::Random;

const HEAD: &str = "\
typedef unsigned long size_t;
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void *memcpy(void *, const void *, size_t);
void *malloc(size_t);
void free(void *);
size_t strlen(const char *);
int toupper(int), isdigit(int);
int evercheck_choose(int, int);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
short __VERIFIER_nondet_short(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int);
void reach_error(void);
";

const PLACES: [&str; 10] = ["a", "b", "u", "c", "s", "m[1]", "bytes[2]", "pair.x", "pair.y", "m[3]"];
/// Where inputs are put first.
const GIVEN: [&str; 3] = ["a", "b", "u"];

/// A program, by what may be edited of it: statements, each in a line.
#[derive(Clone)]
pub struct Sketch {
    declarations: Vec<String>,
    f: Vec<String>,
    g: Vec<String>,
    main: Vec<String>,
    /// What another thread does, if there is one.
    thread: Option<Vec<String>>,
}

pub fn generate(random: &mut Random) -> Sketch {
    let declarations = [
        "int a = 1;",
        "int b = 2;",
        "unsigned u = 3;",
        "unsigned char c = 4;",
        "short s = 5;",
        "int m[4];",
        "unsigned char bytes[4] = {1, 2};",
        "struct pair { char x; int y; } pair;",
        "static const short table[8] = {0, 0, 3, 5, 5, 5, 40, 1};",
    ];
    let some = |random: &mut Random, count: usize| {
        (0..1 + random.below(count)).map(|_| statement(random, 1)).collect::<Vec<_>>()
    };
    let mut main: Vec<String> = GIVEN.iter().map(|at| format!("{at} = {};", source(random))).collect();
    let thread = random.one_in(5).then(|| some(random, 2));
    for _ in 0..if thread.is_some() { 1 } else { 3 } {
        main.extend(some(random, 3));
    }
    main.push(check(random));
    Sketch {
        declarations: declarations.map(String::from).to_vec(),
        f: some(random, 2),
        g: some(random, 1),
        main,
        thread,
    }
}

pub fn print(sketch: &Sketch) -> String {
    let Sketch { declarations, f, g, main, thread } = sketch;
    let run =
        thread.iter().map(|it| format!("static void *run(void *arg) {{\n{}\nreturn 0;\n}}\n", it.join("\n")));
    let begin = if thread.is_some() { "pthread_t t; pthread_create(&t, 0, run, 0);\n" } else { "" };
    let end = if thread.is_some() { "pthread_join(t, 0);\n" } else { "" };
    let last = main.last().map_or("", String::as_str);
    let main = main[..main.len().saturating_sub(1)].join("\n");
    // Nothing calls itself.
    let g = g.join("\n").replace("= f(", "= toupper(").replace("= g(", "= toupper(");
    let f = f.join("\n").replace("= f(", "= toupper(");
    format!(
        "{HEAD}{}\nstatic int g(int v) {{\n{g}\nreturn v + 1;\n}}\nstatic int f(int v) {{\n{f}\nreturn v;\n}}\n{}int main(void) \
         {{\n{begin}{main}\n{end}{last}\nreturn 0;\n}}\n",
        declarations.join("\n"),
        run.collect::<String>(),
    )
}

fn pick<'a>(random: &mut Random, all: &[&'a str]) -> &'a str {
    all[random.below(all.len())]
}

fn place(random: &mut Random) -> &'static str {
    if random.one_in(2) { pick(random, &GIVEN) } else { pick(random, &PLACES) }
}

fn order(random: &mut Random) -> &'static str {
    pick(random, &["<", "<=", "==", "!=", ">", ">="])
}

fn source(random: &mut Random) -> String {
    match random.below(10) {
        0 => "__VERIFIER_nondet_int()".into(),
        1 => "__VERIFIER_nondet_uint()".into(),
        2 => "__VERIFIER_nondet_short()".into(),
        3 => "__VERIFIER_nondet_char()".into(),
        4 => "__VERIFIER_nondet_uchar()".into(),
        5 => "__VERIFIER_nondet_bool()".into(),
        _ => {
            let low = random.below(6) as i64 - 2;
            format!("evercheck_choose({low}, {})", low + random.below(14) as i64)
        }
    }
}

fn condition(random: &mut Random) -> String {
    let (p, q, k) = (place(random), place(random), random.below(20) as i64 - 2);
    let order = order(random);
    match random.below(9) {
        0..4 => format!("{p} {order} {k}"),
        4 | 5 => format!("{p} {order} {q}"),
        6 => format!("(unsigned){p} + {q} {order} {}u", k + 2),
        7 => format!("{p} > {k} && {q} {order} {}", k + 3),
        _ => format!("isdigit({p} & 127) {order} 0 || {q} == {k}"),
    }
}

fn check(random: &mut Random) -> String {
    let (p, q, k) = (place(random), place(random), random.below(90));
    match random.below(5) {
        0 => format!("if ({} && {p} == {k}) reach_error();", condition(random)),
        4 => format!("if ({} && {}) reach_error();", condition(random), condition(random)),
        1 => format!("if (3 * (unsigned){p} + {q} == {k}) reach_error();"),
        _ => format!("if ((unsigned){p} - {q} == 77u && {}) reach_error();", condition(random)),
    }
}

fn statement(random: &mut Random, depth: u32) -> String {
    let (p, q, k) = (place(random), place(random), random.below(12));
    match random.below(26) {
        0..3 => format!("{p} = {};", source(random)),
        3..7 => format!("__VERIFIER_assume({});", condition(random)),
        7 => format!("{p} = (unsigned){q} {} {k};", pick(random, &["+", "-", "*", "^", "&", "|"])),
        8 => format!("{p} = {q};"),
        9 => format!("{p} = (unsigned){q} % {};", k + 1),
        10 => format!("{p} = {}({q} & {});", pick(random, &["f", "g", "toupper"]), 15 + k),
        11 => format!("{p} = m[{q} & 3];"),
        12 => format!("{p} = table[(unsigned){q} % 8];"),
        13 => format!("m[(unsigned){q} % 4] = {k};"),
        14 => format!("bytes[{q} & 3] = {p};"),
        15 => format!("memcpy(bytes, &{}, 2);", pick(random, &["a", "b", "u", "s"])),
        16 if random.one_in(3) => "bytes[3] = 0; a = strlen((char *)bytes);".into(),
        16 => format!("{{ char *h = malloc(1 + ({q} & 3)); h[0] = {p}; {p} = h[0]; free(h); }}"),
        17 if random.one_in(4) => format!("m[{q}] = {k};"),
        17 if random.one_in(4) => format!("{p} = {q} / {place};", place = place(random)),
        17 => format!("{p} = ({}) ? {q} : {k};", condition(random)),
        _ if depth == 0 => format!("{p} = {k};"),
        18 | 19 => format!(
            "for (int i = 0; i < {}; i++) {{ if ({p} > i) {{ {} }} }}",
            1 + random.below(3),
            statement(random, depth - 1)
        ),
        20 | 21 => format!(
            "switch ({p}) {{ case {k}: {} break; case {}: {} break; default: {} }}",
            statement(random, depth - 1),
            k + 1 + random.below(3),
            statement(random, depth - 1),
            statement(random, depth - 1)
        ),
        _ => format!(
            "if ({}) {{ {} }} else {{ {} }}",
            condition(random),
            statement(random, depth - 1),
            statement(random, depth - 1)
        ),
    }
}

/// One edit, or a few.
pub fn revise(random: &mut Random, sketch: &Sketch) -> Sketch {
    let mut revised = sketch.clone();
    for _ in 0..1 + random.below(3) / 2 {
        edit(random, &mut revised);
    }
    revised
}

fn edit(random: &mut Random, sketch: &mut Sketch) {
    if random.one_in(10) {
        let at = random.below(sketch.declarations.len());
        let line = &mut sketch.declarations[at];
        *line = match random.below(3) {
            0 if line.starts_with("unsigned u") => line.replace("unsigned u", "unsigned char u"),
            1 if line.starts_with("short s") => line.replace("short s", "int s"),
            0 if line.starts_with("int m") => "int m[5];".into(),
            1 if line.starts_with("unsigned char bytes") => "unsigned char bytes[6] = {1, 2};".into(),
            _ if line.starts_with("int m") || line.starts_with("unsigned char bytes") => return,
            _ => other_number(random, line),
        };
        return;
    }
    let block = match (random.below(6), &mut sketch.thread) {
        (0, _) => &mut sketch.f,
        (1, _) => &mut sketch.g,
        (2, Some(thread)) => thread,
        _ => &mut sketch.main,
    };
    // The last one of `main` is behind the end of the thread.
    let at = random.below(block.len());
    match random.below(12) {
        0..5 => block[at] = other_number(random, &block[at]),
        5 | 6 => block[at] = other_order(random, &block[at]),
        7 => {
            let inputs: Vec<usize> = (0..block.len()).filter(|&at| is_input(&block[at])).collect();
            if !inputs.is_empty() {
                let line = &mut block[inputs[random.below(inputs.len())]];
                let place = line.split(" = ").next().unwrap_or("a").to_string();
                *line = format!("{place} = {};", source(random));
            }
        }
        8 => block.insert(at, statement(random, 1)),
        9 if block.len() > 2 => _ = block.remove(at),
        10 => {
            let other = random.below(block.len());
            block.swap(at, other);
        }
        _ => block[at] = statement(random, 1),
    }
}

fn is_input(line: &str) -> bool {
    !line.contains('{') && (line.contains("nondet") || line.contains("choose"))
}

/// A line with another constant.
fn other_number(random: &mut Random, line: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut starts = Vec::new();
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        // The numbers of places are left as they are.
        if c.is_ascii_digit() && !is_word(before) && before != '[' {
            starts.push(at);
        }
        before = c;
    }
    if starts.is_empty() {
        return line.to_string();
    }
    let start = starts[random.below(starts.len())];
    let end = line[start..].find(|c: char| !c.is_ascii_digit()).map_or(line.len(), |length| start + length);
    let Ok(number) = line[start..end].parse::<i64>() else { return line.to_string() };
    let number = (number + [-2, -1, 1, 1, 2, 7][random.below(6)]).max(0);
    format!("{}{number}{}", &line[..start], &line[end..])
}

/// A line with another comparison.
fn other_order(random: &mut Random, line: &str) -> String {
    let all = [" < ", " <= ", " == ", " != ", " > ", " >= "];
    let there: Vec<&str> = all.iter().copied().filter(|it| line.contains(it)).collect();
    match there.is_empty() {
        true => line.to_string(),
        false => line.replacen(there[random.below(there.len())], all[random.below(all.len())], 1),
    }
}

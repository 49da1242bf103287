//! Valid C programs by chance: no undefined behaviour but overflow of signed integers, every loop ends, and
//! `main` gives every global to `out`, one number each.
//!
//! A full expression has at most one side effect, on a variable of its own, so that no order matters.

use std::fmt::Write;

use super::random::Random;

const INTEGERS: [&str; 11] = [
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "_Bool",
    "char",
];
const CONSTANTS: [&str; 16] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "'a'",
    "255",
    "-128",
    "32768",
    "65535u",
    "2147483647",
    "0x80000000u",
    "-2147483648L",
    "4294967296LL",
    "0x7fffffffffffffffLL",
    "0xffffffffffffffffUL",
];
const BINARY: [&str; 14] = ["+", "-", "*", "&", "|", "^", "<", ">", "<=", ">=", "==", "!=", "&&", "||"];
const ASSIGN: [&str; 7] = ["=", "+=", "-=", "*=", "&=", "|=", "^="];
const DEPTH: u32 = 4;
const EFFECTS: usize = 8;

/// A program; `functions` beside `main`.
pub fn program(random: &mut Random, functions: usize) -> String {
    let mut grammar = Grammar {
        random,
        out: String::new(),
        readable: Vec::new(),
        shown: Vec::new(),
        indent: 0,
        effects: 0,
    };
    grammar.globals();
    for index in 0..functions {
        grammar.function(index);
    }
    grammar.main(functions);
    grammar.out
}

struct Grammar<'a> {
    random: &'a mut Random,
    out: String,
    /// Lvalues of integer type that are in scope, to be read and written.
    readable: Vec<String>,
    shown: Vec<String>,
    indent: usize,
    /// Side effects in the full expression so far, each on a variable of its own.
    effects: usize,
}

impl Grammar<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 4 * self.indent);
    }

    fn globals(&mut self) {
        self.line("void out(long long);");
        self.line("static int calls;");
        self.line("struct inner { short a; unsigned char b; };");
        let mut fields = String::new();
        let mut names = Vec::new();
        for index in 0..3 + self.random.below(5) {
            let ty = self.random.pick(&INTEGERS);
            let _ = if self.random.one_in(2) && !ty.contains("Bool") {
                let widest = if ty.contains("char") {
                    8
                } else if ty.contains("short") {
                    16
                } else {
                    32
                };
                write!(fields, "{ty} m{index} : {}; ", 1 + self.random.below(widest))
            } else {
                write!(fields, "{ty} m{index}; ")
            };
            names.push(format!("m{index}"));
        }
        let packed = if self.random.one_in(4) { " __attribute__((packed))" } else { "" };
        self.line(&format!("struct record {{ {fields}struct inner in; long tail[2]; }}{packed};"));
        names.extend(["in.a", "in.b", "tail[0]", "tail[1]"].map(String::from));
        for index in 0..2 {
            let initial: Vec<_> = (0..self.random.below(names.len())).map(|_| self.constant()).collect();
            let initial = if initial.is_empty() { "0".into() } else { initial.join(", ") };
            self.line(&format!("static struct record r{index} = {{ {initial} }};"));
            self.readable.extend(names.iter().map(|name| format!("r{index}.{name}")));
        }
        self.line("static struct record *pr = &r0;");
        self.readable.extend(names.iter().map(|name| format!("pr->{name}")));
        for index in 0..4 {
            let (ty, initial) = (self.random.pick(&INTEGERS), self.constant());
            self.line(&format!("static {ty} g{index} = {initial};"));
            self.readable.push(format!("g{index}"));
            let (ty, initial) = (self.random.pick(&INTEGERS), self.constant());
            self.line(&format!("static {ty} a{index}[4] = {{ {initial}, [2] = {index} }};"));
            self.shown.extend((0..4).map(|i| format!("a{index}[{i}]")));
        }
        for index in 0..EFFECTS {
            let (ty, initial) = (self.random.pick(&INTEGERS), self.constant());
            self.line(&format!("static {ty} t{index} = {initial};"));
            self.shown.push(format!("t{index}"));
        }
        let (ty, initial) = (self.random.pick(&INTEGERS), self.constant());
        self.line(&format!("static {ty} pointed = {initial}, *pointer = &pointed;"));
        self.line("static union { int whole; unsigned char bytes[4]; unsigned short halves[2]; } u;");
        self.line("static double d0 = 0.5; static float d1 = 3;");
        self.readable.extend(["(*pointer)", "u.whole", "u.bytes[1]", "u.halves[1]"].map(String::from));
        self.shown.extend(self.readable.clone());
        self.shown
            .extend(["pointed", "calls", "(long long)(d0 / 4)", "(long long)(d1 * 4)"].map(String::from));
    }

    fn function(&mut self, index: usize) {
        let (result, a, b) =
            (self.random.pick(&INTEGERS), self.random.pick(&INTEGERS), self.random.pick(&INTEGERS));
        self.line(&format!("static {result} f{index}({a} x, {b} y)"));
        self.line("{");
        self.indent += 1;
        self.line("if (++calls > 200)");
        self.line("    return x;");
        let outer = self.readable.len();
        self.readable.extend(["x".into(), "y".into()]);
        self.block(index, 3);
        let value = self.expression(index, 0);
        self.line(&format!("return {value};"));
        self.readable.truncate(outer);
        self.indent -= 1;
        self.line("}");
    }

    fn main(&mut self, functions: usize) {
        self.line("int main(void)");
        self.line("{");
        self.indent += 1;
        self.block(functions, 4);
        for shown in self.shown.clone() {
            self.line(&format!("out({shown});"));
        }
        self.indent -= 1;
        self.line("}");
    }

    /// Declarations and statements; `callable` functions may be called.
    fn block(&mut self, callable: usize, statements: usize) {
        let outer = self.readable.len();
        for _ in 0..1 + self.random.below(2) {
            let name = format!("v{}", self.readable.len());
            let (ty, value) = (self.random.pick(&INTEGERS), self.expression(callable, 0));
            self.line(&format!("{ty} {name} = {value};"));
            self.readable.push(name);
        }
        for _ in 0..1 + self.random.below(statements) {
            self.statement(callable, statements);
        }
        self.readable.truncate(outer);
    }

    fn nested(&mut self, callable: usize, statements: usize) {
        self.indent += 1;
        self.block(callable, statements.saturating_sub(1));
        self.indent -= 1;
    }

    fn statement(&mut self, callable: usize, statements: usize) {
        match self.random.below(if statements > 1 { 14 } else { 8 }) {
            0..4 => {
                let (target, value) = (self.lvalue(), self.expression(callable, 0));
                let operator = self.random.pick(&ASSIGN);
                self.line(&format!("{target} {operator} {value};"));
            }
            4 => {
                let (target, step) = (self.lvalue(), self.random.pick(&["++", "--"]));
                let text = if self.random.one_in(2) {
                    format!("{target}{step};")
                } else {
                    format!("{step}{target};")
                };
                self.line(&text);
            }
            5 => {
                let (target, value) = (self.lvalue(), self.lvalue());
                let text = match self.random.below(6) {
                    0 => format!("{target} <<= ({value}) & 7;"),
                    1 => format!("{target} >>= ({value}) & 7;"),
                    2 => format!("{target} /= (({value}) & 15) + 1;"),
                    3 => format!("{target} %= (({value}) & 15) + 1;"),
                    4 => format!("d0 = ({value}) * 0.25f;"),
                    _ => format!("{target} = (int)(d0 < 1e6 && d0 > -1e6 ? d0 * d1 : 0) % 1000;"),
                };
                self.line(&text);
            }
            6 => self.line("r1 = *pr;"),
            7 => {
                let pointee = self.random.pick(&["&r0", "&r1"]);
                self.line(&format!("pr = {pointee};"));
            }
            8 => {
                let condition = self.expression(callable, 0);
                self.line(&format!("if ({condition}) {{"));
                self.nested(callable, statements);
                if self.random.one_in(2) {
                    self.line("} else {");
                    self.nested(callable, statements);
                }
                self.line("}");
            }
            9 => {
                let counter = format!("i{}", self.out.len());
                let (exit, end) = (self.expression(callable, 2), self.random.below(4));
                self.line(&format!("for (int {counter} = 0; {counter} < {end}; {counter}++) {{"));
                self.nested(callable, statements);
                let leave = self.random.pick(&["break", "continue"]);
                self.line(&format!("    if ({exit}) {leave};"));
                self.line("}");
            }
            10 => {
                let counter = format!("w{}", self.out.len());
                self.line(&format!("int {counter} = 3;"));
                self.line("do {");
                self.nested(callable, statements);
                self.line(&format!("}} while (--{counter} > 0);"));
            }
            11 => self.switch(callable, statements),
            12 => {
                let label = format!("l{}", self.out.len());
                let condition = self.expression(callable, 1);
                self.line(&format!("if ({condition}) goto {label};"));
                self.line("{");
                self.nested(callable, statements);
                self.line("}");
                self.line(&format!("{label}:;"));
            }
            _ => {
                self.line("{");
                self.nested(callable, statements);
                self.line("}");
            }
        }
    }

    fn switch(&mut self, callable: usize, statements: usize) {
        let value = self.expression(callable, 1);
        self.line(&format!("switch ({value}) {{"));
        let mut low = -2 - self.random.below(3) as i64;
        for _ in 0..1 + self.random.below(4) {
            let high = low + self.random.below(2) as i64 * self.random.below(60) as i64;
            let range = if high > low { format!("{low} ... {high}") } else { low.to_string() };
            self.line(&format!("case {range}: {{"));
            self.nested(callable, statements);
            self.line("}");
            if self.random.one_in(2) {
                self.line("break;");
            }
            low = high + 1 + self.random.below(40) as i64;
        }
        if self.random.one_in(2) {
            self.line("default: {");
            self.nested(callable, statements);
            self.line("}");
        }
        self.line("}");
    }

    fn constant(&mut self) -> String {
        self.random.pick(&CONSTANTS).to_string()
    }

    fn lvalue(&mut self) -> String {
        if self.random.one_in(5) {
            let (array, index) =
                (self.random.below(4), self.readable[self.random.below(self.readable.len())].clone());
            return format!("a{array}[({index}) & 3]");
        }
        self.readable[self.random.below(self.readable.len())].clone()
    }

    /// An expression of integer type. Only at its top is a function called, so that the order of calls is
    /// not open.
    fn expression(&mut self, callable: usize, depth: u32) -> String {
        if depth == 0 {
            self.effects = 0;
        }
        if depth >= DEPTH || self.random.one_in(4) {
            return if self.random.one_in(3) { self.constant() } else { self.lvalue() };
        }
        let (a, b, c) =
            (self.expression(0, depth + 1), self.expression(0, depth + 1), self.expression(0, depth + 1));
        if callable > 0 && self.random.one_in(2) {
            let function = self.random.below(callable);
            return match self.random.below(4) {
                0 => format!("f{function}({a}, {b})"),
                1 => format!("({a}) ? f{function}({b}, 1) : ({c})"),
                2 => format!("({a}) && f{function}({b}, {c})"),
                _ => format!("(({a}), -f{function}({b}, {c}))"),
            };
        }
        match self.random.below(14) {
            0 => format!("({})({a})", self.random.pick(&INTEGERS)),
            1 => format!("{}({a})", self.random.pick(&["-", "~", "!", "+"])),
            2 => format!("(({a}) ? ({b}) : ({c}))"),
            3 => format!("(({a}) << (({b}) & 7))"),
            4 => format!("(({a}) >> (({b}) & 7))"),
            5 => format!("(({a}) / ((({b}) & 15) + 1))"),
            6 => format!("(({a}) % ((({b}) & 15) + 1))"),
            7 => format!("(({a}), ({b}))"),
            8 if self.effects < EFFECTS => {
                let changed = format!("t{}", self.effects);
                self.effects += 1;
                match self.random.below(5) {
                    0 => format!("{changed}++"),
                    1 => format!("--{changed}"),
                    2 => format!("({changed} = ({a}))"),
                    3 => format!("({changed} {} ({a}))", self.random.pick(&ASSIGN)),
                    _ => format!("({changed} = ({a}), {changed} - ({b}))"),
                }
            }
            9 => format!("(({a}) ?: ({b}))"),
            _ => format!("(({a}) {} ({b}))", self.random.pick(&BINARY)),
        }
    }
}

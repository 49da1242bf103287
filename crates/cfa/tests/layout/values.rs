//! Initial values and constant expressions by chance.

use crate::declarations::{Declarations, Kind};

impl Declarations<'_> {
    /// An initialiser of a record by names, now and then twice for one member. Empty braces are left out: they are
    /// a known gap.
    pub fn initialiser(&mut self, record: usize) -> String {
        let is_union = self.records[record].keyword == "union";
        let mut members = self.given(record);
        let count = if is_union { 1 } else { 1 + self.random.below(members.len()) };
        let mut values = Vec::new();
        while values.len() < count && !members.is_empty() {
            let at = self.random.below(members.len());
            let member = if self.random.one_in(6) { members[at] } else { members.remove(at) };
            let member = &self.records[record].members[member];
            let (name, kind, is_flexible) = (member.name.clone(), member.kind.clone(), member.is_flexible);
            let value = if is_flexible { self.elements(&kind, 3) } else { self.value(&kind) };
            values.push(format!(".{name} = {value}"));
        }
        if values.is_empty() { "{ 0 }".into() } else { format!("{{ {} }}", values.join(", ")) }
    }

    /// Members that can be given a value.
    fn given(&self, record: usize) -> Vec<usize> {
        let members = &self.records[record].members;
        (0..members.len()).filter(|&i| members[i].is_flexible || self.is_given(&members[i].kind)).collect()
    }

    fn is_given(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Array(elem, length) => *length > 0 && self.is_given(elem),
            Kind::Record(index) => !self.given(*index).is_empty(),
            _ => true,
        }
    }

    /// An initialiser of a type, without addresses.
    pub fn value(&mut self, kind: &Kind) -> String {
        match kind {
            Kind::Integer(_) => self.integer_constant(3),
            Kind::Floating(_) => self.floating_constant(),
            Kind::Complex(_) => format!("{} + {} * 1.0i", self.floating_constant(), self.random.below(9)),
            Kind::Pointer(_) => self.random.pick(&["0", "(void *)0", "(void *)4096"]).into(),
            Kind::Record(index) => self.initialiser(*index),
            Kind::Array(elem, length) => {
                let is_text = matches!(**elem, Kind::Integer(name) if name.ends_with("char"));
                if is_text && self.random.one_in(2) {
                    let text = &"abcdefgh"[..self.random.below(length + 1)];
                    return format!("\"{text}\\377\"");
                }
                self.elements(kind, *length)
            }
        }
    }

    fn elements(&mut self, kind: &Kind, length: usize) -> String {
        let Kind::Array(elem, _) = kind else { return "{ 0 }".into() };
        let elem = elem.clone();
        let mut values = Vec::new();
        let mut next = 0;
        while next < length {
            let value = self.value(&elem);
            match self.random.below(5) {
                0 => {
                    let last = next + self.random.below(length - next);
                    values.push(format!("[{next} ... {last}] = {value}"));
                    next = last + 1;
                }
                1 => {
                    let index = self.random.below(length);
                    values.push(format!("[{index}] = {value}"));
                    next = index.max(next) + 1;
                    if next < length {
                        values.push(format!("[{next}] = {}", self.value(&elem)));
                    }
                }
                _ => {
                    values.push(format!("[{next}] = {value}"));
                    next += 1;
                }
            }
        }
        format!("{{ {} }}", values.join(", "))
    }

    /// An integer constant expression that neither overflows nor divides by zero.
    pub fn integer_constant(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.one_in(3) {
            let leaves = [
                "0",
                "1",
                "-1",
                "127",
                "128u",
                "255",
                "'a'",
                "'\\377'",
                "65535",
                "0x7fffffff",
                "0x80000000",
                "C",
                "M",
                "sizeof(long)",
                "sizeof(void *[3])",
                "_Alignof(double)",
                "1ul",
                "~0ull",
                "(char)200",
                "(short)40000",
                "(unsigned char)-1",
                "(_Bool)5",
                "sizeof(struct r0)",
                "__builtin_offsetof(struct r0, first)",
                "L'x'",
                "(int)-2.5",
                "!0",
                "sizeof \"abc\"",
            ];
            return self.random.pick(&leaves).to_string();
        }
        let (a, b) = (self.integer_constant(depth - 1), self.integer_constant(depth - 1));
        let (a, b) = (format!("(long long)({a})"), format!("(long long)({b})"));
        match self.random.below(12) {
            0 => format!("({a} % 1000 + {b} % 1000)"),
            1 => format!("({a} % 1000 - {b} % 1000)"),
            2 => format!("({a} % 1000 * ({b} % 1000))"),
            3 => format!("({a} / (({b} & 15) + 1))"),
            4 => format!("({a} % (({b} & 15) + 1))"),
            5 => format!("((unsigned)({a}) << ({b} & 7))"),
            6 => format!("({a} >> ({b} & 7))"),
            7 => format!("({a} {} {b})", self.random.pick(&["&", "|", "^"])),
            8 => format!("({a} {} {b})", self.random.pick(&["<", "<=", ">", ">=", "==", "!=", "&&", "||"])),
            9 => format!("({a} ? {b} : {a})"),
            10 => format!(
                "({})({a})",
                self.random.pick(&["char", "unsigned short", "int", "unsigned", "_Bool"])
            ),
            _ => format!("{}({a})", self.random.pick(&["~", "!", "+"])),
        }
    }

    pub fn floating_constant(&mut self) -> String {
        let digits = self.random.below(1_000_000);
        match self.random.below(6) {
            0 => format!("{digits}e-{}", self.random.below(30)),
            1 => format!("0.{digits:06}f"),
            2 => format!("{digits}.{digits}L"),
            3 => format!("0x1.{digits:x}p{}", self.random.below(20)),
            4 => format!("(float){digits}.1"),
            _ => format!("{digits} / 7.0"),
        }
    }
}

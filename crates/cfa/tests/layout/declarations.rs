//! Records by chance: every kind of member, bit-fields of every width, every way to ask for an alignment.

use std::fmt::Write;

use cfa::DataModel;
use cfa::fuzz::random::Random;

/// A type of a member.
#[derive(Clone)]
pub enum Kind {
    Integer(&'static str),
    Floating(&'static str),
    Complex(&'static str),
    Pointer(&'static str),
    Record(usize),
    Array(Box<Kind>, usize),
}

pub struct Member {
    pub name: String,
    pub kind: Kind,
    /// The width of a bit-field.
    pub width: Option<u32>,
    /// The array has no length: only the last member's.
    pub is_flexible: bool,
}

pub struct Record {
    pub keyword: &'static str,
    pub name: String,
    /// Those that have a name, the members of unnamed members among them.
    pub members: Vec<Member>,
}

pub struct Declarations<'a> {
    pub random: &'a mut Random,
    pub text: String,
    pub records: Vec<Record>,
    model: DataModel,
}

const LONG: u32 = 0;

impl<'a> Declarations<'a> {
    pub fn new(random: &'a mut Random, model: DataModel) -> Self {
        let text = "enum e { A, B = 7, C = 100 }; enum n { M = -1, N = 3 };\n".to_string();
        Declarations { random, text, records: Vec::new(), model }
    }

    /// Declares a record `r0`, `r1`, …
    pub fn record(&mut self) {
        let index = self.records.len();
        let keyword = if self.random.one_in(4) { "union" } else { "struct" };
        let name = format!("r{index}");
        // Both at once is where gcc and the parser differ: see the exceptions.
        let (pragma, attribute) = match self.random.below(8) {
            0 => (Some(1 << self.random.below(5)), ""),
            1 => (None, " __attribute__((packed))"),
            2 => (None, " __attribute__((aligned(32)))"),
            3 => (None, " __attribute__((packed, aligned(4)))"),
            _ => (None, ""),
        };
        let is_packed = pragma.is_some();
        let mut members = Vec::new();
        let mut body = String::new();
        for _ in 0..1 + self.random.below(7) {
            self.member(keyword, is_packed, &mut members, &mut body);
        }
        if keyword == "struct" && self.random.one_in(10) && !members.is_empty() {
            let (kind, name) = (self.scalar(), format!("m{}", members.len()));
            let _ = write!(body, "{}; ", self.declare(&kind, &format!("{name}[]")));
            let kind = Kind::Array(Box::new(kind), 0);
            members.push(Member { name, kind, width: None, is_flexible: true });
        }
        if let Some(pack) = pragma {
            let _ = writeln!(self.text, "#pragma pack(push, {pack})");
        }
        let _ = writeln!(self.text, "{keyword} {name} {{ {body}}}{attribute};");
        if pragma.is_some() {
            self.text.push_str("#pragma pack(pop)\n");
        }
        self.records.push(Record { keyword, name, members });
    }

    fn member(&mut self, keyword: &str, is_packed: bool, members: &mut Vec<Member>, body: &mut String) {
        let name = format!("m{}", members.len());
        if self.random.one_in(3) {
            return self.bit_field(name, members, body);
        }
        if self.random.one_in(12) && keyword == "struct" {
            let inner = self.random.pick(&["struct", "union"]);
            let _ = write!(body, "{inner} {{ ");
            for _ in 0..1 + self.random.below(3) {
                self.member("", is_packed, members, body);
            }
            body.push_str("}; ");
            return;
        }
        let kind = self.kind(2);
        let attribute = match self.random.below(14) {
            0 => format!(" __attribute__((aligned({})))", 1 << self.random.below(6)),
            1 if !is_packed => " __attribute__((packed))".to_string(),
            _ => String::new(),
        };
        let _ = write!(body, "{}{attribute}; ", self.declare(&kind, &name));
        members.push(Member { name, kind, width: None, is_flexible: false });
    }

    fn bit_field(&mut self, name: String, members: &mut Vec<Member>, body: &mut String) {
        let (ty, bits) = self.integer();
        let _ = match self.random.below(8) {
            0 => write!(body, "{ty} : 0; "),
            1 => write!(body, "{ty} : {}; ", 1 + self.random.below(bits as usize)),
            _ => {
                let width = 1 + self.random.below(bits as usize) as u32;
                let kind = Kind::Integer(ty);
                members.push(Member { name: name.clone(), kind, width: Some(width), is_flexible: false });
                write!(body, "{ty} {name} : {width}; ")
            }
        };
    }

    /// A type that a bit-field may have.
    fn integer(&mut self) -> (&'static str, u32) {
        let types = [
            ("char", 8),
            ("signed char", 8),
            ("unsigned char", 8),
            ("short", 16),
            ("unsigned short", 16),
            ("int", 32),
            ("unsigned", 32),
            ("long", LONG),
            ("unsigned long", LONG),
            ("long long", 64),
            ("unsigned long long", 64),
            ("_Bool", 1),
            ("enum e", 32),
            ("enum n", 32),
        ];
        let (name, bits) = types[self.random.below(types.len())];
        (name, if bits == LONG { 8 * self.model.pointer_bytes() as u32 } else { bits })
    }

    fn scalar(&mut self) -> Kind {
        match self.random.below(12) {
            0 => Kind::Floating(self.random.pick(&["float", "double", "long double"])),
            1 => Kind::Pointer(self.random.pick(&["void *", "struct opaque *", "const char *"])),
            2 => Kind::Complex(self.random.pick(&["float", "double"])),
            3 if self.model == DataModel::Lp64 => Kind::Integer("__int128"),
            _ => {
                let (name, _) = self.integer();
                Kind::Integer(name)
            }
        }
    }

    fn kind(&mut self, depth: u32) -> Kind {
        match self.random.below(8) {
            0 | 1 if depth > 0 => {
                let length = self.random.below(5);
                Kind::Array(Box::new(self.kind(depth - 1)), length)
            }
            2 if !self.records.is_empty() => {
                let index = self.random.below(self.records.len());
                match self.records[index].members.iter().any(|member| member.is_flexible) {
                    true => self.scalar(),
                    false => Kind::Record(index),
                }
            }
            _ => self.scalar(),
        }
    }

    pub fn declare(&self, kind: &Kind, name: &str) -> String {
        match kind {
            Kind::Integer(ty) | Kind::Floating(ty) | Kind::Pointer(ty) => format!("{ty} {name}"),
            Kind::Complex(ty) => format!("{ty} _Complex {name}"),
            Kind::Record(index) => {
                format!("{} {} {name}", self.records[*index].keyword, self.records[*index].name)
            }
            Kind::Array(elem, length) => self.declare(elem, &format!("{name}[{length}]")),
        }
    }
}

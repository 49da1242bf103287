//! Structs that change: what random programs do with them beside naming their fields, and how their layouts are edited.

use cfa::fuzz::random::Random;

use super::generate::{Generator, any};
use super::print::Printer;
use super::*;

/// Fields in order. Those that a program names have a role, and are there in every version.
#[derive(Clone, Debug)]
pub struct Record {
    pub fields: Vec<Field>,
    pub is_packed: bool,
}

#[derive(Clone, Debug)]
pub struct Field {
    role: &'static str,
    name: String,
    ty: &'static str,
}

/// A way into a struct that does not name what is there. All but the comparisons can be assigned to.
#[derive(Clone, Debug)]
pub enum Reach {
    /// A field that is not always there.
    Extra(usize),
    Byte(usize),
    /// Through a pointer to another struct.
    View(bool),
    /// Whether it holds the same bytes as another, as far as that; all of them if that is nothing.
    Differs(Id, usize),
    /// Whether so many bytes behind its beginning another begins, or it ends.
    Meets(Id, usize),
    LowBits(usize),
}

impl Reach {
    pub fn is_place(&self) -> bool {
        matches!(self, Reach::Extra(_) | Reach::Byte(_) | Reach::View(_))
    }
}

/// What is done to a whole struct.
#[derive(Clone, Debug)]
pub enum Act {
    /// `memset`, as far as that.
    Fill(Id, u8, usize),
    /// `memcpy`, as far as that.
    Move(Id, Id, usize),
    /// Into a local, and from there into another.
    Pass(Id, Id, usize),
    /// A local of which one field is set, or all but some.
    Set(Id, usize),
    /// A place on the heap for a pointer, in one of several ways.
    Allocate(Id, usize),
    Grow(Id, usize),
    Release(Id),
}

const TYPES: [&str; 9] = ["char", "short", "int", "long", "int *", "struct view", "int[]", ":3", "mutex"];

impl Record {
    pub fn of(fields: &[(&'static str, &'static str)]) -> Record {
        let field = |&(role, ty): &(&'static str, _)| Field { role, name: role.into(), ty };
        Record { fields: fields.iter().map(field).collect(), is_packed: false }
    }

    /// What a field is called now.
    pub fn named(&self, role: &str) -> &str {
        self.fields.iter().find(|field| field.role == role).map_or("", |field| &field.name)
    }

    pub fn print(&self, tag: &str) -> String {
        let fields = self.fields.iter().map(|Field { name, ty, .. }| match *ty {
            "int[]" => format!("int {name}[2];"),
            ":3" => format!("unsigned {name} : 3;"),
            _ => format!("{ty} {name};"),
        });
        let packed = if self.is_packed { " __attribute__((packed))" } else { "" };
        format!("struct {tag} {{ {} }}{packed};\n", fields.collect::<Vec<_>>().join(" "))
    }

    /// A number in a field that has no role.
    fn extra(&self, at: usize, view: &Record) -> Option<String> {
        let extras: Vec<&Field> = self.fields.iter().filter(|field| field.role.is_empty()).collect();
        let Field { name, ty, .. } = extras.get(at % extras.len().max(1))?;
        match *ty {
            "int *" | "mutex" => None,
            "int[]" => Some(format!("{name}[1]")),
            "struct view" => Some(format!("{name}.{}", view.named("x"))),
            _ => Some(name.clone()),
        }
    }

    /// A lock in it.
    pub fn lock(&self) -> Option<&str> {
        self.fields.iter().find(|field| field.ty == "mutex").map(|field| field.name.as_str())
    }

    fn change(&mut self, random: &mut Random, id: Id) {
        let field = |random: &mut Random| {
            let ty = TYPES[random.below(TYPES.len())];
            Field { role: "", name: format!("e{id}"), ty }
        };
        let (count, at) = (self.fields.len(), random.below(self.fields.len()));
        let is_roomy = count < 6;
        match random.below(9) {
            0..=2 if is_roomy => self.fields.push(field(random)),
            3 if is_roomy => self.fields.insert(at, field(random)),
            0..=4 => {
                let last = self.fields.iter().rposition(|field| field.role.is_empty());
                last.into_iter().for_each(|at| drop(self.fields.remove(at)));
            }
            5 => self.fields.swap(at, random.below(count)),
            6 => self.fields[at].name = format!("n{id}"),
            7 if random.one_in(3) => self.is_packed ^= true,
            _ => {
                let ty = any_type_of(random, self.fields[at].role);
                self.fields[at].ty = ty.unwrap_or(self.fields[at].ty);
            }
        }
    }
}

/// What a field may be, whose address is taken for that of a number in some roles.
fn any_type_of(random: &mut Random, role: &str) -> Option<&'static str> {
    let types: &[&str] = match role {
        "a" => &["int", "long", "short"],
        "b" | "value" => &["int", "long"],
        "x" | "y" => &["char", "short", "int", "long"],
        "" => &TYPES,
        _ => return None,
    };
    Some(types[random.below(types.len())])
}

/// Something else about structs: mostly how they are laid out.
pub fn change(random: &mut Random, sketch: &mut Sketch) {
    let id = sketch.fresh();
    if sketch.has_structs && random.one_in(4) {
        return change_uses(random, sketch);
    }
    let record = match random.below(6) {
        0 => &mut sketch.cell,
        1 if sketch.has_structs => &mut sketch.view,
        _ => &mut sketch.pair,
    };
    record.change(random, id);
}

/// The same is done in another way, or with more or less of a struct.
fn change_uses(random: &mut Random, sketch: &mut Sketch) {
    let number = random.below(12);
    for function in &mut sketch.functions {
        visit_blocks(&mut function.body, &mut |block| {
            for statement in block.iter_mut() {
                let Statement::Struct(act) = statement else { continue };
                if random.one_in(2) {
                    continue;
                }
                match act {
                    Act::Fill(_, _, old) | Act::Move(_, _, old) => *old = size(random),
                    Act::Pass(_, _, old) | Act::Set(_, old) => *old = number,
                    Act::Allocate(_, old) | Act::Grow(_, old) => *old = number,
                    Act::Release(_) => {}
                }
            }
        });
        visit_exprs(&mut function.body, &mut |expr| {
            let Expr::Inside(_, reach) = expr else { return };
            match reach {
                Reach::Extra(old) | Reach::Byte(old) if random.one_in(3) => *old = number,
                Reach::Differs(_, old) | Reach::Meets(_, old) if random.one_in(3) => *old = size(random),
                Reach::View(is_first) => *is_first ^= random.one_in(3),
                _ => {}
            }
        });
    }
}

/// As far as something is done; nothing is all of it.
fn size(random: &mut Random) -> usize {
    [0, 0, 0, 4, 8, 8, 6, 12][random.below(8)]
}

pub fn is_pair(content: &Content) -> bool {
    matches!(content, Content::Pair { .. } | Content::Heap)
}

impl Generator<'_> {
    fn pair(&mut self) -> Id {
        let ids = self.sketch.globals_like(is_pair);
        any(self.random, &ids)
    }

    pub fn struct_statement(&mut self) -> Statement {
        let (one, other, number) = (self.pair(), self.pair(), self.random.below(12));
        let heap = any(self.random, &self.sketch.globals_like(|it| matches!(it, Content::Heap)));
        Statement::Struct(match self.random.below(12) {
            0 => Act::Fill(one, (number % 3) as u8, size(self.random)),
            1 | 2 => Act::Move(one, other, size(self.random)),
            3 | 4 => Act::Pass(one, other, number),
            5..=7 => Act::Set(one, number),
            8 | 9 => Act::Allocate(heap, number),
            10 => Act::Grow(heap, number),
            _ => Act::Release(heap),
        })
    }

    /// A place in a struct.
    pub fn struct_place(&mut self) -> Expr {
        let far = if self.random.one_in(8) { 12 } else { 8 };
        let reach = match self.random.below(6) {
            0 | 1 => Reach::Extra(self.random.below(3)),
            2 | 3 => Reach::Byte(self.random.below(far)),
            _ => Reach::View(self.random.one_in(2)),
        };
        Expr::Inside(self.pair(), reach)
    }

    pub fn struct_test(&mut self) -> Expr {
        let (one, other) = (self.pair(), self.pair());
        let reach = match self.random.below(4) {
            0 | 1 => Reach::Differs(other, size(self.random)),
            2 => Reach::Meets(other, size(self.random)),
            _ => Reach::LowBits([1, 3, 7][self.random.below(3)]),
        };
        Expr::Inside(one, reach)
    }
}

fn extent(pair: &str, size: usize) -> String {
    if size == 0 { format!("sizeof {pair}") } else { size.to_string() }
}

impl Printer<'_> {
    /// A pair by its name. One on the heap may not be there.
    pub fn pair(&self, id: Id) -> Option<String> {
        let global = self.sketch.global(id)?;
        match global.content {
            Content::Pair { .. } => Some(global.name.clone()),
            Content::Heap => Some(format!("(*({0} ? {0} : &spare))", global.name)),
            _ => None,
        }
    }

    pub fn inside(&self, id: Id, reach: &Reach) -> Option<String> {
        let (pair, view) = (self.pair(id)?, &self.sketch.view);
        Some(match reach {
            Reach::Extra(at) => match self.sketch.pair.extra(*at, view) {
                Some(extra) => format!("{pair}.{extra}"),
                None => format!("{pair}.{}", self.sketch.pair.named("a")),
            },
            Reach::Byte(at) => format!("((unsigned char *)&{pair})[{at}]"),
            Reach::View(is_first) => {
                format!("((struct view *)&{pair})->{}", view.named(if *is_first { "x" } else { "y" }))
            }
            Reach::Differs(other, far) => {
                format!("(memcmp(&{pair}, &{}, {}) != 0)", self.pair(*other)?, extent(&pair, *far))
            }
            Reach::Meets(other, _) if *other == id => {
                format!("((char *)&{pair} + 8 == (char *)(&{pair} + 1))")
            }
            Reach::Meets(other, far) => {
                format!("((char *)&{pair} + {far} == (char *)&{})", self.pair(*other)?)
            }
            Reach::LowBits(bits) => format!("(int)((unsigned long)&{pair} & {bits})"),
        })
    }

    pub fn act(&self, act: &Act) -> Option<String> {
        let [a, b] = ["a", "b"].map(|role| self.sketch.pair.named(role));
        let heap = |id: Id| self.named(id, |it| matches!(it, Content::Heap));
        Some(match act {
            Act::Fill(id, byte, far) => {
                let pair = self.pair(*id)?;
                format!("memset(&{pair}, {byte}, {});", extent(&pair, *far))
            }
            Act::Move(to, from, far) => {
                let (to, from) = (self.pair(*to)?, self.pair(*from)?);
                format!("memcpy(&{to}, &{from}, {});", extent(&to, *far))
            }
            Act::Pass(from, to, how) => {
                let (from, to, y) = (self.pair(*from)?, self.pair(*to)?, self.sketch.view.named("y"));
                match how % 3 {
                    0 => format!("{{ struct pair t = {from}; t.{a} = t.{b}; {to} = t; }}"),
                    1 => format!("{{ struct pair t = {from}, *at = &t; at->{b} ^= 1; {to} = *at; }}"),
                    _ => format!("{{ struct view t = *(struct view *)&{from}; {to}.{a} = t.{y}; }}"),
                }
            }
            Act::Set(to, how) => {
                let (to, value) = (self.pair(*to)?, how / 4);
                match how % 4 {
                    0 => format!("{to} = (struct pair){{ .{a} = {value} }};"),
                    1 => format!(
                        "{{ struct pair t; t.{a} = evercheck_choose(0, 1); t.{b} = {value}; {to}.{a} = t.{a}; {to}.{b} = t.{b}; }}"
                    ),
                    2 => format!(
                        "{{ struct pair t = {{ .{b} = {value} }}, *at = &t; at->{a} = evercheck_choose(0, 1); {to} = *at; }}"
                    ),
                    _ => {
                        format!(
                            "{{ struct pair t, *at = &t; at->{a} = {value}; at->{b} = {value}; {to} = t; }}"
                        )
                    }
                }
            }
            Act::Allocate(id, how) => {
                let name = heap(*id)?;
                let (place, more) = match how % 8 {
                    0 | 7 => ("calloc(1, sizeof(struct pair))", String::new()),
                    1 => ("malloc(sizeof(struct pair))", format!("{name}->{a} = {name}->{b} = 0;")),
                    2 => ("malloc(sizeof(struct pair))", format!("memset({name}, 0, sizeof *{name});")),
                    3 => ("calloc(1, sizeof(struct pair) + 4)", String::new()),
                    4 => ("calloc(1, 8)", String::new()),
                    5 => ("calloc(1, sizeof(struct view))", String::new()),
                    _ => ("calloc(2, sizeof(struct pair))", String::new()),
                };
                format!("if (!{name}) {{ {name} = {place}; if ({name}) {{ {more} }} }}")
            }
            Act::Grow(id, how) => {
                let name = heap(*id)?;
                let size = ["8", "sizeof(struct pair)", "sizeof(struct pair) + 8", "16"][how % 4];
                format!("if ({name}) {name} = realloc({name}, {size});")
            }
            Act::Release(id) => {
                let name = heap(*id)?;
                format!("free({name}); {name} = 0;")
            }
        })
    }
}

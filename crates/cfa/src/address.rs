//! What the code that can be reached refers to, and whose address it takes.
//!
//! The address of a thing is *taken* where it is used as a value: passed, stored, compared, converted, returned,
//! or held by an initialiser. It is not taken where it is only (the base of) the address of an access:
//! `x = 1`, `a[i]`, `p->f.g`, `*p = s`, a direct call. A value `&p->f`, or `p->f + i` for an array `f`, takes
//! the address of the pair (record, `f`); the records around `f` are not pairs taken by that, but the object
//! they lie in is.
//!
//! *Reached* are `main`, the constructors and destructors, and what reached code or a reached object's
//! initialiser names, called or not: so callbacks and start routines of threads are reached where they are
//! handed over. Without a `main` everything defined is reached. Code that is not reached takes no address
//! of anything shared, for it never runs; it does take those of its own locals.

mod scan;

use crate::program::{FunctionId, LocalId, ObjectId, Program};
use crate::targets::Targets;
use crate::types::{RecordId, TypeId};
use scan::Scan;

/// The facts, for a whole program.
#[derive(Debug, Default)]
pub struct Addresses {
    functions: Vec<Facts>,
    objects: Vec<Facts>,
    locals: Table,
    fields: Table,
    targets: Targets,
}

#[derive(Clone, Copy, Debug, Default)]
struct Facts {
    is_reached: bool,
    is_taken: bool,
}

impl Addresses {
    pub fn of(program: &Program) -> Addresses {
        let mut scan = Scan::new(program);
        scan.roots();
        scan.close();
        scan.unreached();
        scan.finish()
    }

    pub fn is_function_reached(&self, id: FunctionId) -> bool {
        self.functions[id.index()].is_reached
    }

    pub fn is_object_reached(&self, id: ObjectId) -> bool {
        self.objects[id.index()].is_reached
    }

    pub fn is_function_taken(&self, id: FunctionId) -> bool {
        self.functions[id.index()].is_taken
    }

    pub fn is_object_taken(&self, id: ObjectId) -> bool {
        self.objects[id.index()].is_taken
    }

    pub fn is_local_taken(&self, function: FunctionId, id: LocalId) -> bool {
        self.locals.bits[self.locals.at(function.index(), id.index())]
    }

    pub fn is_field_taken(&self, record: RecordId, field: u32) -> bool {
        self.fields.bits[self.fields.at(record.0 as usize, field as usize)]
    }

    /// The functions that a reached call through a pointer to the function type `call` may enter, by name. Also
    /// answers for the function types that parameters of reached undefined functions point to.
    pub fn targets_of(&self, call: TypeId) -> &[FunctionId] {
        self.targets.of(call)
    }
}

/// One bit for each member of each owner.
#[derive(Debug, Default)]
struct Table {
    first: Vec<usize>,
    bits: Vec<bool>,
}

impl Table {
    fn new(sizes: impl Iterator<Item = usize>) -> Table {
        let mut total = 0;
        let mut place = |size| {
            total += size;
            total - size
        };
        let first = sizes.map(&mut place).collect();
        Table { first, bits: vec![false; total] }
    }

    fn at(&self, owner: usize, member: usize) -> usize {
        self.first[owner] + member
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of all whose address is taken.
    fn taken(body: &str) -> String {
        let text = format!(
            "struct s {{ int a, b[4]; struct {{ int c; }} in; }};
             extern void use(void *); extern int nondet(void);
             int x, y, v[4]; struct s s; int h(int a) {{ return a; }} int k(int a) {{ return a; }}
             int *spare = &y; int (*table[1])(int) = {{ k }};
             int main(void) {{ struct s l, *p = 0; int m[3], i = nondet(); {body} return 0; }}"
        );
        let program = crate::from_text(&text).unwrap_or_else(|error| panic!("{error:?}"));
        let facts = Addresses::of(&program);
        let mut names: Vec<String> = Vec::new();
        let objects = program.objects.iter().enumerate();
        names.extend(objects.filter(|it| facts.objects[it.0].is_taken).map(|it| it.1.name.clone()));
        for (index, function) in program.functions.iter().enumerate() {
            if facts.functions[index].is_taken {
                names.push(function.name.clone());
            }
            for (local, it) in function.body.iter().flat_map(|body| body.locals.iter().enumerate()) {
                if facts.is_local_taken(FunctionId(index as u32), LocalId(local as u32)) {
                    names.push(it.name.clone());
                }
            }
        }
        for (id, record) in program.types.records() {
            let fields = record.fields.iter().enumerate().filter(|it| facts.is_field_taken(id, it.0 as u32));
            names.extend(fields.map(|it| format!(".{}", it.1.name)));
        }
        names.sort();
        names.join(" ")
    }

    #[test]
    fn whose_address_is_taken() {
        let rows = [
            ("", ""),
            ("x = v[i] + s.b[i] + l.a + p->in.c + m[i]; h(1);", ""),
            ("l = s; *p = l;", ""),
            ("use(&x);", "x"),
            ("use(v);", "v"),
            ("use(v + i);", "v"),
            ("use(&m[1]);", "m"),
            ("use(&l);", "l"),
            ("use(&s.a);", ".a s"),
            ("use(&p->in.c);", ".c"),
            ("use(&p->in);", ".in"),
            ("use(p->b);", ".b"),
            ("use(&l.b[i]);", ".b l"),
            ("if ((long)&x == i) use(0);", "x"),
            ("x = v == 0;", "v"),
            ("i = *spare;", "y"),
            ("i = table[0](1);", "k"),
            ("int (*f)(int) = h; f(1);", "h"),
            ("x = sizeof(&y);", ""),
        ];
        for (body, expected) in rows {
            assert_eq!(taken(body), expected, "{body}");
        }
    }
}

//! Changes to types: only what a fragment accesses counts, and all of what it moves whole.

use crate::check;

const BASE: &str = r#"
struct inner { short a; short b; };
struct item { int id; int count; struct inner in; unsigned low : 3; unsigned high : 5; int list[4]; struct item *next; };
union word { int i; float f; };
struct big { char c[64]; };
int id(struct item *p) { return p->id; }
int count(struct item *p) { return p->count; }
int inner_b(struct item *p) { return p->in.b; }
int high(struct item *p) { return p->high; }
int element(struct item *p, int i) { return p->list[i]; }
int follow(struct item *p) { return p->next->id; }
void move(struct item *p, struct item *q) { *p = *q; }
int bits(union word *w) { return w->i; }
long step(struct item *p) { return (long)(p + 1); }
char first(struct big b) { return b.c[0]; }
struct item one, two; union word w; struct big big;
int main(void) {
  move(&one, &two);
  return id(&one) + count(&one) + inner_b(&one) + high(&one) + element(&one, 1) + follow(&one) + bits(&w)
    + (int)step(&one) + first(big);
}
"#;

#[test]
fn records() {
    // `main` names the objects, so their sizes are in its view; `step` and `move` depend on the size, too.
    check(
        BASE,
        &[
            (
                "a field at the end",
                &[("struct item *next;", "struct item *next; int last;")],
                "move! step! main!",
            ),
            (
                "a field in front",
                &[("{ int id;", "{ long front; int id;")],
                "id! count! inner_b! high! element! follow! move! step! main!",
            ),
            ("an unaccessed field's name", &[("unsigned low", "unsigned lower")], "move! main~"),
            ("an unaccessed field's type", &[("unsigned low", "int low")], "move! main~"),
            (
                "an accessed field's name",
                &[("int count;", "int n;"), ("p->count", "p->n")],
                "count! move! main~",
            ),
            ("an accessed field's type", &[("int count;", "unsigned count;")], "count! move! main~"),
            ("a field's width", &[("low : 3", "low : 4")], "high! move! main~"),
            ("the accessed field's width", &[("high : 5", "high : 6")], "high! move! main~"),
            (
                "a field made a bit-field",
                &[("unsigned low : 3;", "unsigned low : 3, : 0;")],
                "high! move! step! main! element! follow!",
            ),
            ("a nested field's order", &[("short a; short b;", "short b; short a;")], "inner_b! move! main~"),
            ("an array's length", &[("int list[4]", "int list[6]")], "element! follow! move! step! main!"),
            ("an element's type", &[("int list[4]", "unsigned list[4]")], "element! move! main~"),
            (
                "a struct's tag",
                &[
                    ("union word { int i; float f; };", "union dword { int i; float f; };"),
                    ("bits(union word *w)", "bits(union dword *w)"),
                    ("union word w;", "union dword w;"),
                ],
                "bits! main~",
            ),
            (
                "a struct for a union",
                &[
                    ("union word {", "struct word {"),
                    ("bits(union word", "bits(struct word"),
                    ("union word w;", "struct word w;"),
                ],
                "bits! main!",
            ),
            ("another member of a union", &[("float f;", "unsigned f;")], ""),
            ("a struct passed by value", &[("char c[64]", "char c[32]")], "first! main!"),
            ("alignment", &[("struct big { char", "struct big { _Alignas(32) char")], "first! main!"),
        ],
    );
}

/// The record around `in` is packed, so `in.b` may lie at any address.
#[test]
fn packing_of_an_outer_record_reaches_the_inner_one() {
    const PACKED: (&str, &str) = ("struct item *next; };", "struct item *next; } __attribute__((packed));");
    check(BASE, &[("packed", &[PACKED], "id! count! inner_b! element! follow! move! step! main!")]);
}

#[test]
fn addresses_of_fields() {
    let base = r#"
struct item { int id; int count; int list[4]; };
struct item one;
extern void use(int *);
int count(struct item *p) { return p->count; }
int element(struct item *p) { return p->list[0]; }
void probe(struct item *p) { p->id = 1; }
int main(void) { probe(&one); return count(&one) + element(&one); }
"#;
    check(
        base,
        &[
            ("of the one accessed", &[("p->id = 1;", "use(&p->count);")], "probe! count! main~"),
            ("of another", &[("p->id = 1;", "use(&p->id);")], "probe! main~"),
            ("of an element", &[("p->id = 1;", "use(p->list + 1);")], "probe! element! main~"),
            ("of the whole", &[("p->id = 1;", "use((int *)p);")], "probe! main~"),
            ("by an access", &[("p->id = 1;", "p->list[1] = 1;")], "probe! main~"),
        ],
    );
}

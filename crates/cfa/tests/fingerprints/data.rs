//! Changes to objects: storage, initial values, whose address is taken.

use crate::check;

const BASE: &str = r#"
extern void use(int *);
extern int nondet(void);
int plain = 1;
int zero;
int vector[8] = { 1, 2, 3 };
static const int table[3] = { 10, 20, 30 };
static const char *const names[2] = { "one", "two" };
static const int *const rows[1] = { table };
static const char *const *const deep[1] = { names };
int *pointer = &zero;
_Thread_local int each = 3;
int get_each(void) { return each; }
int get_plain(void) { return plain; }
int get_zero(void) { return zero; }
int get_vector(int i) { return vector[i]; }
int get_table(int i) { return table[i]; }
char get_name(int i) { return names[i][0]; }
int get_row(int i) { return rows[0][i]; }
char get_deep(void) { return deep[0][1][0]; }
int counter(void) { static int calls = 5; return calls++; }
int frame(void) { int local = 1; return local; }
void probe(void) { nondet(); }
int main(void) {
  probe();
  return get_plain() + get_zero() + get_vector(1) + get_table(2) + get_name(1) + get_row(2) + counter() + *pointer
    + frame() + get_deep() + get_each();
}
"#;

#[test]
fn initial_values() {
    check(
        BASE,
        &[
            ("a global's", &[("plain = 1", "plain = 2")], "main!"),
            ("a zero given", &[("int zero;", "int zero = 0;")], ""),
            ("a zero replaced", &[("int zero;", "int zero = 4;")], "main!"),
            ("an element's", &[("{ 1, 2, 3 }", "{ 1, 2, 4 }")], "main!"),
            ("a static local's", &[("calls = 5", "calls = 6")], "main!"),
            ("a thread-local's", &[("each = 3", "each = 4")], "get_each! main~"),
            ("a pointer's", &[("&zero", "&plain")], "main! get_plain! get_zero!"),
            ("a constant table's", &[("10, 20, 30", "10, 20, 31")], "get_table! get_row! main~"),
            ("a constant string's", &[("\"two\"", "\"six\"")], "get_name! get_deep! main~"),
            (
                "a constant table's order",
                &[("{ \"one\", \"two\" }", "{ \"two\", \"one\" }")],
                "get_name! get_deep! main~",
            ),
        ],
    );
}

#[test]
fn storage() {
    check(
        BASE,
        &[
            ("linkage", &[("int plain", "static int plain")], "get_plain! main~"),
            ("threads", &[("int plain", "_Thread_local int plain")], "get_plain! main!"),
            ("constancy", &[("int plain", "const int plain")], "get_plain! main!"),
            ("volatility", &[("int plain", "volatile int plain")], "get_plain! main~"),
            ("a definition gone", &[("int plain = 1", "extern int plain")], "get_plain! main!"),
            ("a length", &[("int vector[8]", "int vector[9]")], "get_vector! main~"),
            ("a type", &[("int plain = 1", "long plain = 1")], "get_plain! main~"),
            (
                "signedness",
                &[("int zero;", "unsigned zero;"), ("*pointer =", "*pointer = (int *)")],
                "get_zero! main!",
            ),
            ("alignment", &[("int vector[8]", "_Alignas(64) int vector[8]")], "get_vector! main~"),
            ("a static made automatic", &[("static int calls", "int calls")], "counter! main!"),
            (
                "another scope",
                &[("int counter(void) { static int calls = 5;", "int calls = 5; int counter(void) {")],
                "counter! main!",
            ),
        ],
    );
}

#[test]
fn addresses() {
    check(
        BASE,
        &[
            ("of a global, elsewhere", &[("nondet();", "use(&plain);")], "probe! get_plain! main~"),
            ("of a global that has it taken", &[("nondet();", "use(&zero);")], "probe! main~"),
            ("of an array, by name", &[("nondet();", "use(vector);")], "probe! get_vector! main~"),
            ("of an element", &[("nondet();", "use(&vector[2]);")], "probe! get_vector! main~"),
            ("of none, by an access", &[("nondet();", "vector[2] = plain;")], "probe! main~"),
            ("of none, by a size", &[("nondet();", "vector[2] = sizeof plain;")], "probe! main~"),
            ("compared", &[("nondet();", "if (pointer == &plain) use(0);")], "probe! get_plain! main~"),
            (
                "by an initialiser",
                &[("int *pointer", "int *spare = &plain; int *pointer"), ("nondet();", "use(spare);")],
                "probe! get_plain! main!",
            ),
            ("of a local", &[("return local;", "use(&local); return local;")], "frame! main~"),
        ],
    );
}

#[test]
fn the_start_of_the_program() {
    let base = r#"
int state = 1;
static void prepare(void) { state = 2; }
int get(void) { return state; }
int main(void) { return get(); }
"#;
    check(
        base,
        &[
            (
                "a constructor",
                &[("static void prepare", "__attribute__((constructor)) static void prepare")],
                "main!",
            ),
            ("file-scope assembly", &[("int get", "__asm__(\".globl x\"); int get")], "main!"),
        ],
    );
    let base = base.replace("static void", "__attribute__((constructor)) static void");
    check(
        &format!("__asm__(\".globl x\"); {base}"),
        &[("another file-scope assembly", &[(".globl x", ".globl y")], "main!")],
    );
    check(&base, &[("a constructor's body", &[("state = 2", "state = 3")], "prepare! main~")]);
}

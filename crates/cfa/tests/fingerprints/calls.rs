//! Changes to who is called, and how they travel to the callers.

use crate::check;

const BASE: &str = r#"
extern int outside(int);
int leaf(int a) { return a + 1; }
int even(int n);
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int even(int n) { return n == 0 ? 1 : odd(n - 1) + leaf(0); }
int alone(int n) { return n ? alone(n - 1) : 0; }
int uses_even(int n) { return even(n); }
int apart(int n) { return outside(n); }
extern int handed(int);
long hand(void) { return (long)handed; }
int main(void) { return uses_even(4) + alone(3) + apart(1) + (int)hand(); }
"#;

#[test]
fn direct_calls() {
    check(
        BASE,
        &[
            ("below a cycle", &[("a + 1", "a + 2")], "leaf! even~ odd~ uses_even~ main~"),
            ("on a cycle", &[("? 0 : even", "? 2 : even")], "odd! even~ uses_even~ main~"),
            ("on a cycle of one", &[(": 0; }", ": 1; }")], "alone! main~"),
            ("above", &[("uses_even(4)", "uses_even(5)")], "main!"),
            ("a cycle opened", &[("odd(n - 1) + leaf(0)", "leaf(0)")], "even! odd~ uses_even~ main~"),
            (
                "a function defined",
                &[("extern int outside(int);", "int outside(int a) { return a; }")],
                "+outside apart! main~",
            ),
            (
                "a function no longer defined",
                &[("int leaf(int a) { return a + 1; }", "int leaf(int a);")],
                "-leaf even! odd~ uses_even~ main~",
            ),
            (
                "a function that does not return",
                &[("extern int outside", "_Noreturn extern int outside")],
                "apart! main~",
            ),
            ("an undefined function's type", &[("outside(int)", "outside(long)")], "apart! main~"),
            ("variadic", &[("outside(int)", "outside(int, ...)")], "apart! main~"),
            ("a parameter of one handed on", &[("handed(int)", "handed(long)")], "hand! main~"),
            ("a result of one handed on", &[("extern int handed", "extern long handed")], "hand! main~"),
            (
                "a function renamed",
                &[("int leaf(", "int leave("), ("leaf(0)", "leave(0)")],
                "-leaf +leave even! odd~ uses_even~ main~",
            ),
        ],
    );
}

const POINTERS: &str = r#"
extern int outside(int);
struct ops { int (*run)(int); void (*stop)(void); };
int run_one(int a) { return a + 1; }
int run_two(int a) { return a + 2; }
int plain(int a) { return a; }
void stop_one(void) { }
long wide(long a) { return a; }
struct ops ops = { run_one, stop_one };
int call(struct ops *o, int a) { return o->run(a); }
void halt(struct ops *o) { o->stop(); }
void set(void) { ops.run = run_two; }
int main(void) { int r; set(); r = call(&ops, 1) + plain(2) + (int)wide(3); halt(&ops); return r; }
"#;

#[test]
fn indirect_calls() {
    check(
        POINTERS,
        &[
            ("a target's body", &[("a + 2", "a + 3")], "run_two! call~ main~"),
            ("a body of another type", &[("{ }", "{ outside(1); }")], "stop_one! halt~ main~"),
            ("a new target", &[("ops.run = run_two", "ops.run = plain")], "set! call! main~"),
            (
                "a new function that fits",
                &[("void set(void) { ", "int three(int a) { return 3; } void set(void) { ops.run = three; ")],
                "+three set! call! main~",
            ),
            (
                "a new function that does not fit",
                &[(
                    "void set(void) { ",
                    "long three(long a, int b) { return 3; } long (*spare)(long, int); void set(void) { spare = three; ",
                )],
                "+three set! main~",
            ),
            (
                "by an initialiser",
                &[
                    ("void set", "int (*spare)(int) = plain; void set"),
                    ("ops.run = run_two;", "ops.run = spare;"),
                ],
                "set! call! main!",
            ),
            (
                "of one that is not reached",
                &[("int main", "struct ops unused_ops = { plain, 0 }; int main")],
                "",
            ),
            (
                "a target becomes undefined",
                &[("int run_two(int a) { return a + 2; }", "extern int run_two(int a);")],
                "-run_two set! call! main~",
            ),
        ],
    );
}

/// What the machine enters from a call of another type is called, and what it refuses is not.
#[test]
fn calls_of_another_type() {
    let base = r#"
struct timer { void (*expire)(void *); void *data; };
struct timer timer; long sum; unsigned long number;
void expire(unsigned long data) { sum = 1; }
void narrow(int x) { sum = 2; }
void flag(_Bool x) { sum = 3; }
void any(long x, ...) { sum = 4; }
void real(double x) { sum = 5; }
void two(long x, long y) { sum = 6; }
void other(long x) { sum = 7; }
long wide(void) { return 8; }
void fire(struct timer *t) { t->expire(t->data); }
int take(int (*f)(void)) { return f(); }
void by_number(unsigned long f) { ((void (*)(char))f)(1); }
int main(void) {
    timer.expire = (void (*)(void *))expire;
    fire(&timer);
    timer.expire = (void (*)(void *))narrow;
    number = (unsigned long)flag + (unsigned long)any + (unsigned long)real + (unsigned long)two;
    by_number((unsigned long)other);
    return take((int (*)(void))wide);
}
"#;
    check(
        base,
        &[
            ("a number for a pointer", &[("sum = 1", "sum = 11")], "expire! fire~ by_number~ main~"),
            ("half of a pointer", &[("sum = 2", "sum = 12")], "narrow! fire~ by_number~ main~"),
            ("a flag for a character", &[("sum = 3", "sum = 13")], "flag! by_number~ main~"),
            ("more to come", &[("sum = 4", "sum = 14")], "any! fire~ take~ by_number~ main~"),
            ("a real number", &[("sum = 5", "sum = 15")], "real!"),
            ("one argument more", &[("sum = 6", "sum = 16")], "two!"),
            ("through a number", &[("sum = 7", "sum = 17")], "other! fire~ by_number~ main~"),
            ("another result", &[("return 8", "return 9")], "wide! take~ main~"),
        ],
    );
}

#[test]
fn callbacks() {
    let base = r#"
typedef unsigned long size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern int atexit(void (*)(void));
extern void exit(int);
extern int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);
int data[4]; int mode;
int up(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int down(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }
void bye(void) { mode = 1; }
void *worker(void *arg) { mode = 2; return arg; }
void sort(void) { qsort(data, 4, 4, up); }
void sort_by(int (*by)(const void *, const void *)) { qsort(data, 4, 4, by); }
void leave(void) { exit(1); }
void start(void) { unsigned long t; pthread_create(&t, 0, worker, 0); }
int main(void) { atexit(bye); sort(); sort_by(down); start(); leave(); return 0; }
"#;
    check(
        base,
        &[
            ("one handed over", &[("*(const int *)a - *(const int *)b", "0")], "up! sort~ sort_by~ main~"),
            ("one that fits", &[("*(const int *)b - *(const int *)a", "0")], "down! sort_by~ main~"),
            ("a start routine", &[("mode = 2", "mode = 3")], "worker! start~ main~"),
            ("run at the exit", &[("mode = 1", "mode = 4")], "bye! leave~ main~"),
        ],
    );
}

/// A function that runs what was registered runs it whoever registered it: `signal` has many names.
#[test]
fn handlers_under_other_names() {
    let base = r#"
typedef void handler(int);
extern handler *bsd_signal(int, handler *);
extern int raise(int);
int mode;
void caught(int number) { mode = 1; }
void fire(void) { raise(6); }
int main(void) { bsd_signal(6, caught); fire(); return 0; }
"#;
    check(base, &[("the handler", &[("mode = 1", "mode = 2")], "caught! fire~ main~")]);
}

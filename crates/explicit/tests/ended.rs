//! What a local held that has ended does not tell states apart, however it came to lie in memory: the macros of
//! stdatomic.h declare such locals at every use.

use explicit::{Options, Report, check};

fn explore(text: &str) -> Report {
    let program = cfa::from_text(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    check(&program, &Options::default(), &mut |_: &explicit::Stats| ())
}

/// A lock-free stack whose two threads push and pop, with an expression that reads a place.
fn stack(read: impl Fn(&str) -> String) -> String {
    let (top, next) = (read("top"), read("first->next"));
    format!(
        "typedef unsigned long pthread_t;
        int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
        int pthread_join(pthread_t, void **);
        void reach_error(void);
        struct node {{ _Atomic(struct node *) next; }};
        static struct node nodes[2];
        static _Atomic(struct node *) top;
        static int exchange(struct node **expected, struct node *new) {{
            return __atomic_compare_exchange_n(&top, expected, new, 0, 5, 5);
        }}
        static void *worker(void *argument) {{
            struct node *own = argument;
            for (int round = 0; round < 2; round++) {{
                struct node *seen = {top};
                do own->next = seen; while (!exchange(&seen, own));
                struct node *first = {top};
                while (first && !exchange(&first, {next})) {{}}
                if (!first) reach_error();
                own = first;
            }}
            return 0;
        }}
        int main(void) {{
            pthread_t t[2];
            for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &nodes[i]);
            for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
            return 0;
        }}"
    )
}

#[test]
fn a_stack_read_by_the_macro_has_the_states_of_one_read_plainly() {
    let plain = explore(&stack(|place| place.into()));
    // As glibc has `atomic_load`.
    let by_macro = explore(&stack(|place| {
        format!(
            "__extension__ ({{ __auto_type pointer = &{place}; __typeof__((void)0, *pointer) value;
            __atomic_load(pointer, &value, 5); value; }})"
        )
    }));
    assert_eq!((plain.verdict().as_str(), by_macro.verdict().as_str()), ("true", "true"));
    assert_eq!(plain.stats.states, by_macro.stats.states);
    assert!(plain.stats.states < 1500, "{} states", plain.stats.states);
}

#[test]
fn a_struct_that_has_ended_does_not_count() {
    let text = |value: &str| {
        format!(
            "int evercheck_choose(int, int);
            struct pair {{ int a[2]; }};
            int main(void) {{
                for (;;) {{
                    {{ struct pair pair = {{{{{value}, 1}}}}; if (pair.a[1] != 1) return 1; }}
                    evercheck_choose(0, 1);
                }}
            }}"
        )
    };
    // Behind it there is one state, whatever the value was.
    let (two, many) = (explore(&text("evercheck_choose(0, 1)")), explore(&text("evercheck_choose(0, 9)")));
    assert_eq!(two.stats.states, many.stats.states);
}

#[test]
fn a_pointer_to_a_local_that_has_ended_is_still_dangling() {
    let text = "int main(void) {
            int *last = 0;
            for (int i = 0; i < 2; i++) { int local = i; if (last) return *last; last = &local; }
            return 0;
        }";
    assert_eq!(explore(text).verdict(), "false(valid-deref)");
}

/// What a local in memory holds may be read though no name of it comes any more: by a pointer wherever that was put, by others,
/// and by who comes back. In each program it is one of two values that decides in the end.
#[test]
fn a_local_that_is_not_named_again_may_still_be_read() {
    let bodies = [
        "int x = v; kept = &x; pause(); fail_if(*kept);",
        "int x[3] = {0, v}; kept = x + 1; pause(); fail_if(*kept);",
        "int x = v; int **p = malloc(8); *p = &x; pause(); fail_if(**p); free(p);",
        "int x = v; struct { int *p; } s = {&x}; pause(); fail_if(*s.p);",
        "struct self { struct self *me; int n; } s = {&s, v}; struct self *p = s.me; pause(); fail_if(p->me->n);",
        "char x[2] = {(char)v, 3}; char *p = memchr(x, 3, 2); pause(); fail_if(p[-1]);",
        "int x = v; unsigned long n = (unsigned long)&x; pause(); fail_if(*(int *)n);",
        "int x = v; fail_if(read_late(&x));",
        "int x = v; pthread_t t; pthread_create(&t, 0, reader, &x); pthread_join(t, 0);",
        "int x = v; int *p = &x; for (int i = 0; i < 2; i++) { if (i) fail_if(*p); pause(); }",
        "int x[2] = {v, 0}; for (int i = 0; i < 2; i++) { if (i) fail_if(x[0]); pause(); }",
        "int x[2] = {v, 0}; int i = 0; again: if (i == 1) fail_if(x[0]); pause(); if (i++ < 1) goto again;",
        "int x[2] = {v, 0}; if (__builtin_setjmp(buffer)) fail_if(x[0]); else { pause(); jump(); }",
        "char x[4] = {97, 32, (char)(v ? 98 : 0), 0}; strtok(x, kept_text); pause(); fail_if(strtok(0, kept_text) != 0);",
        "struct two s = {v, v}; s.a = 0; pause(); fail_if(s.b);",
        "struct two s = {v, 0}; fail_if(second(s));",
        "struct two s = {v, 0}, t = s; pause(); fail_if(t.a);",
    ];
    for body in bodies {
        let text = |value: &str| {
            format!(
                "typedef unsigned long pthread_t;
                int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
                int pthread_join(pthread_t, void **);
                void *malloc(unsigned long); void free(void *); void *memchr(const void *, int, unsigned long);
                char *strtok(char *, const char *); static char kept_text[2] = {{32, 0}};
                int evercheck_choose(int, int); void reach_error(void);
                struct two {{ int a, b; }};
                static int *kept; static void *buffer[5];
                static void pause(void) {{ evercheck_choose(0, 1); }}
                static void fail_if(int is_wrong) {{ if (is_wrong) reach_error(); }}
                static void jump(void) {{ __builtin_longjmp(buffer, 1); }}
                static int second(struct two s) {{ pause(); return s.a; }}
                static int read_late(int *p) {{ pause(); return *p; }}
                static void *reader(void *p) {{ pause(); fail_if(*(int *)p); return 0; }}
                static void work(int v) {{ {body} }}
                int main(void) {{ work({value}); return 0; }}"
            )
        };
        assert_eq!(explore(&text("evercheck_choose(0, 1)")).verdict(), "false(unreach-call)", "{body}");
        assert_eq!(explore(&text("evercheck_choose(0, 0)")).verdict(), "true", "{body}");
    }
}

/// Who reads what was never set is told so, whatever was there before.
#[test]
fn a_local_that_begins_again_has_no_value() {
    let text = "int evercheck_choose(int, int);
        int main(void) {
            for (int i = 0; i < 2; i++) {
                int x[2];
                if (i) return x[0];
                x[0] = evercheck_choose(0, 1);
                evercheck_choose(0, 1);
            }
            return 0;
        }";
    assert_eq!(explore(text).verdict(), "false(no-uninitialised-read)");
}

/// What a local in memory holds that nobody comes to any more tells states apart no more than what a register holds.
#[test]
fn a_local_in_memory_that_nobody_reads_again_does_not_count() {
    let states = |declared: &str, used: &str| {
        let text = format!(
            "int evercheck_choose(int, int); void *memset(void *, int, unsigned long); int n;
            static int sum(const int *p) {{ return p[0] + p[1]; }}
            int main(void) {{
                {declared}
                n = {used};
                for (int i = 0; i < 3; i++) n = evercheck_choose(0, 1);
                return 0;
            }}"
        );
        explore(&text).stats.states
    };
    let register = states("int x = evercheck_choose(0, 4);", "x");
    assert_eq!(register, 11);
    for (declared, used) in [
        ("int x[2] = {evercheck_choose(0, 4)};", "x[0]"),
        ("int x[2] = {evercheck_choose(0, 4)};", "sum(x)"),
        ("int x = evercheck_choose(0, 4); int *p = &x;", "*p"),
        ("struct { int a, b; } x = {evercheck_choose(0, 4)}, y = x;", "y.a"),
    ] {
        assert_eq!(states(declared, used), register, "{declared} {used}");
    }
    // As long as a pointer leads there it counts.
    assert!(states("static int *p; int x = evercheck_choose(0, 4); p = &x;", "*p") > 2 * register);
}

/// Its frame ends it, whoever else holds a pointer: so that one does not have it to itself.
#[test]
fn a_frame_that_does_not_name_a_local_again_still_ends_it() {
    let text = "typedef unsigned long pthread_t;
        int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
        int pthread_join(pthread_t, void **);
        static _Atomic int is_begun; static pthread_t thread;
        static void *other(void *p) { is_begun = 1; return *(int *)p ? p : 0; }
        static void start(void) { int x = 1; pthread_create(&thread, 0, other, &x); while (!is_begun) {} WAIT }
        int main(void) { start(); pthread_join(thread, 0); return 0; }";
    assert_eq!(explore(&text.replace("WAIT", "")).verdict(), "false(no-data-race)");
    assert_eq!(
        explore(&text.replace("WAIT", "pthread_join(thread, 0); return;")).verdict(),
        "false(no-lock-misuse)"
    );
}

/// Which frame a local is of decides when it ends.
#[test]
fn locals_of_two_frames_are_not_the_same_though_none_is_named_again() {
    let text = |choice: &str| {
        format!(
            "int evercheck_choose(int, int); static int *p;
            static void inner(void) {{ int y = 0; if ({choice}) p = &y; evercheck_choose(0, 1); }}
            static int outer(void) {{ int x = 0; p = &x; inner(); return *p; }}
            int main(void) {{ return outer(); }}"
        )
    };
    assert_eq!(explore(&text("evercheck_choose(0, 1)")).verdict(), "false(valid-deref)");
    assert_eq!(explore(&text("evercheck_choose(0, 0)")).verdict(), "true");
}

/// A local that begins again without having ended lies where it did, though nobody names it in between.
#[test]
fn what_is_known_of_where_a_local_lies_stays_while_it_is_not_named() {
    let text = |bad: &str| {
        format!(
            "int evercheck_choose(int, int); void reach_error(void); int g;
            int main(void) {{
                int i = 0;
            again:;
                int x = 0;
                int low = (unsigned long)&x < (unsigned long)&g;
                if (i == 1) {{ if ({bad}) reach_error(); return 0; }}
                i++;
                evercheck_choose(0, 1);
                goto again;
            }}"
        )
    };
    assert_eq!(explore(&text("low")).verdict(), "false(unreach-call)");
    assert_eq!(explore(&text("!low")).verdict(), "false(unreach-call)");
}

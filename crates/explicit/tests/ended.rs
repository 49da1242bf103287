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

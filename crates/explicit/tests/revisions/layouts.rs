//! How large an object is counts where it is asked for, and nowhere else: structs that grow, shrink and change inside, and all the
//! ways to find that out.

use explicit::Options;
use explicit::reuse::Mode;
use machine::number::Placement;
use verdict::{Properties, Property};

use crate::{edited, find, revisions};

const HEAD: &str = "
    typedef struct { long word[5]; } mutex;
    extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
    extern int pthread_join(unsigned long, void **);
    extern int pthread_mutex_lock(mutex *), pthread_mutex_unlock(mutex *);
    extern void *malloc(unsigned long), *calloc(unsigned long, unsigned long), *realloc(void *, unsigned long);
    extern void *memcpy(void *, const void *, unsigned long), *memset(void *, int, unsigned long);
    extern int memcmp(const void *, const void *, unsigned long), evercheck_choose(int, int);
    extern void free(void *), reach_error(void);
";

/// There and back, with and without races; each has the report that it has from scratch, in every mode.
fn series(texts: &[&str]) {
    let texts: Vec<String> = texts.iter().map(|text| format!("{HEAD}{text}")).collect();
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    texts.push(texts[0]);
    for properties in [crate::racing().properties, Properties::default(), Property::ALL.into_iter().collect()]
    {
        let options = Options { properties, ..crate::racing() };
        revisions(&texts, &options);
        texts.reverse();
        revisions(&texts, &Options { is_keeping_going: true, ..options });
    }
}

/// As [`series`], for programs that differ in one place.
fn replaced(text: &str, changes: &[(&str, &str)]) {
    series(&[text, &edited(text, changes)]);
}

/// What of all transitions is executed for a change, in percent.
fn share(text: &str, old: &str, new: &str) -> u64 {
    share_of(text, &edited(text, &[(old, new)]))
}

fn share_of(before: &str, after: &str) -> u64 {
    let [before, after] = [before, after].map(|it| format!("{HEAD}{it}"));
    let stats = revisions(&[&before, &after, &before], &crate::racing());
    let share = |stats: &Vec<_>| {
        let (delta, off) = (find(stats, Mode::Delta).executed, find(stats, Mode::Off).executed);
        assert!(off > 50, "{off}");
        100 * delta / off
    };
    stats.iter().map(share).max().unwrap()
}

const POOL: &str = "
    struct pool { int count, sum; mutex lock; };
    static struct pool pool;
    static void add(struct pool *to, int n) {
        pthread_mutex_lock(&to->lock); to->count++; to->sum += n; pthread_mutex_unlock(&to->lock);
    }
    static void *work(void *given) { add(&pool, 1); add(&pool, 2); return 0; }
    int main(void) {
        unsigned long one, two;
        pthread_create(&one, 0, work, 0); pthread_create(&two, 0, work, 0);
        add(&pool, evercheck_choose(0, 2));
        pthread_join(one, 0); pthread_join(two, 0);
        if (pool.sum > 20) reach_error();
        return 0;
    }";

const LIST: &str = "
    struct node { struct node *next; int value; };
    static struct node *head;
    static void push(int value) {
        struct node *node = malloc(sizeof(struct node));
        node->value = value; node->next = head; head = node;
    }
    int main(void) {
        push(evercheck_choose(0, 2));
        push(evercheck_choose(0, 2));
        int sum = 0;
        for (int i = 0; i < 4; i++)
            for (struct node *at = head; at; at = at->next) { sum = sum * 2 + at->value * evercheck_choose(0, 1); sum &= 7; }
        if (sum > 100) reach_error();
        while (head) { struct node *next = head->next; free(head); head = next; }
        return 0;
    }";

const LOCAL: &str = "
    struct state { int at, seen; };
    static void step(struct state *it) { it->at += evercheck_choose(0, 1); it->seen |= 1 << it->at; }
    int main(void) {
        struct state it;
        it.at = 0; it.seen = 0;
        for (int i = 0; i < 8; i++) step(&it);
        if (it.seen == 77777) reach_error();
        return 0;
    }";

#[test]
fn a_field_that_nobody_sets_costs_next_to_nothing_at_the_end() {
    assert_eq!(share(POOL, "mutex lock; };", "mutex lock; long spare; };"), 0);
    assert_eq!(share(LOCAL, "seen; };", "seen, spare; };"), 0);
    // What is left out is zero, and so all of it is made before and after.
    let zeroed = LOCAL.replace("it;\n        it.at = 0; it.seen = 0;", "it = { 0 };");
    assert!(share(&zeroed, "seen; };", "seen; long spare; };") <= 5);
    assert!(share(LIST, "value; };", "value; long spare; };") <= 10);
    let zeroed = LIST.replace("malloc(sizeof", "calloc(1, sizeof");
    assert!(share(&zeroed, "value; };", "value; long spare; };") <= 10);
    // One whose type has no name.
    let nameless = LIST.replace("struct node {", "typedef struct it { int unused; } it; struct node {");
    assert!(share(&nameless, "unused; }", "unused, more; }") == 0);
}

#[test]
fn an_array_may_grow() {
    let text = "
    static int a[4];
    static void add(int *to) { *to += evercheck_choose(0, 1); }
    int main(void) {
        int *p = a;
        for (int i = 0; i < 8; i++) add(p + i % 4);
        return a[0] > 100;
    }";
    assert_eq!(share(text, "a[4];", "a[8];"), 0);
    replaced(text, &[("a[4];", "a[3];")]);
    replaced(text, &[("a[4];", "a[5];"), ("i % 4", "i % 5")]);
}

#[test]
fn an_array_may_shrink_as_far_as_nobody_reaches() {
    let text = "
    static void fill(char *text) {
        int length = evercheck_choose(0, 5);
        for (int i = 0; i < length; i++) text[i] = evercheck_choose('a', 'b');
        text[length] = 0;
    }
    int main(void) {
        char text[9];
        fill(text);
        int sum = 0;
        for (char *at = text; *at; at++) { sum += *at == 'a'; sum = sum * evercheck_choose(1, 2) & 7; }
        if (sum > 100) reach_error();
        return 0;
    }";
    assert_eq!(share(text, "text[9]", "text[6]"), 0);
    // The driver's inputs become shorter, and the array with them.
    let shorter = text.replace("text[9]", "text[5]").replace("(0, 5)", "(0, 4)");
    assert!(share_of(&text.replace("text[9]", "text[6]"), &shorter) <= 5);
    // Some reach further: now, or with an array that was larger.
    replaced(text, &[("text[9]", "text[5]")]);
    replaced(text, &[("text[9]", "text[1]")]);
    let far = "
    static int a[40];
    int main(void) {
        int i = evercheck_choose(0, 6) * 6;
        a[i] += 1 + evercheck_choose(0, 1);
        return a[i] > 2;
    }";
    for size in ["a[38]", "a[37]", "a[36]", "a[7]", "a[6]"] {
        replaced(far, &[("static int a[40]", &format!("static int {size}"))]);
    }
}

#[test]
fn a_field_that_is_renamed_is_the_same() {
    assert_eq!(share_of(LOCAL, &LOCAL.replace("seen", "found")), 0);
    assert_eq!(share_of(LIST, &LIST.replace("value", "key")), 0);
}

#[test]
fn a_cast_to_the_first_member() {
    let text = "
    struct list { struct list *next; };
    struct node { struct list l; int v; };
    static struct node one;
    int main(void) {
        struct list *head = &one.l;
        one.v = evercheck_choose(0, 1);
        int more = evercheck_choose(0, 1);
        if (((struct node *)head)->v > more + 1) reach_error();
        return 0;
    }";
    replaced(text, &[("{ struct list l; int v; }", "{ long v2; struct list l; int v; }")]);
    replaced(text, &[("{ struct list l; int v; }", "{ struct list l; int v; long v2; }")]);
}

#[test]
fn the_first_field_moves() {
    let text = "
    struct s { int f, g; };
    static struct s x;
    int main(void) {
        int *p = &x.f; void *base = &x;
        if (evercheck_choose(0, 1)) x.g = 1;
        if ((void *)p != base) reach_error();
        return 0;
    }";
    replaced(text, &[("int f, g;", "int g, f;")]);
    replaced(text, &[("int f, g;", "int f, g, h;")]);
}

#[test]
fn arithmetic_in_place_of_an_access() {
    for object in ["static struct s x;", "struct s x;"] {
        let text = format!(
            "struct s {{ int a[4]; }}; static int *q;
            {}
            int main(void) {{
                {}
                q = (int *)((char *)&x + 16);
                if (evercheck_choose(0, 1)) *q = 1;
                return 0;
            }}",
            if object.starts_with("static") { object } else { "" },
            if object.starts_with("static") { "" } else { object },
        );
        replaced(&text, &[("int a[4];", "int a[4], b;")]);
    }
    let heap = "
    struct s { int a[4]; }; static int *q;
    int main(void) {
        struct s *x = malloc(sizeof(struct s));
        q = (int *)((char *)x + 16);
        if (evercheck_choose(0, 1)) *q = 1;
        free(x);
        return 0;
    }";
    replaced(heap, &[("int a[4];", "int a[4], b;")]);
}

#[test]
fn a_copy_that_others_see_is_cut_by_offset() {
    let text = "
    struct job { int a, b; };
    struct queue { struct job j; };
    static struct queue q;
    static void *work(void *given) { struct job k = { 1, 1 }; q.j = k; return 0; }
    int main(void) {
        unsigned long id;
        pthread_create(&id, 0, work, 0);
        struct job k = q.j;
        if (k.a != k.b) reach_error();
        pthread_join(id, 0);
        return 0;
    }";
    replaced(text, &[("{ struct job j; }", "{ int first; struct job j; }")]);
    replaced(text, &[("{ struct job j; }", "{ struct job j; int last; }")]);
}

#[test]
fn copies_between_what_is_zero_and_what_is_indeterminate() {
    let text = "
    struct s { int a; };
    int main(void) {
        struct s *p = calloc(1, sizeof(struct s)), *q = malloc(sizeof(struct s));
        q->a = evercheck_choose(0, 1);
        *p = *q;
        int again = evercheck_choose(0, 1);
        if (p->a + again > 2) reach_error();
        free(p); free(q);
        return 0;
    }";
    let after = text.replace("{ int a; }", "{ int a, b; }");
    series(&[text, &after, &after.replace("if (p->a", "if (p->b")]);
    series(&[text, &text.replace("calloc(1, sizeof(struct s))", "malloc(sizeof(struct s))")]);
}

/// Both ways come to one state as long as nobody has more than that.
#[test]
fn jumping_over_an_initialiser() {
    let text = "
    struct s { int a, c; };
    int main(void) {
        if (evercheck_choose(0, 1)) goto in;
        {
            struct s x = { 1 };
            in: x.a = 1; x.c = 0;
            if (evercheck_choose(0, 1)) return x.a;
        }
        return 0;
    }";
    let after = text.replace("int a, c; }", "int a, c; long b; }");
    series(&[text, &after, &after.replace("return x.a", "return x.b")]);
    replaced(text, &[("int a, c; }", "int a, c; long b; }"), ("return x.a", "return x.b")]);
}

#[test]
fn a_local_begins_long_before_it_is_initialised() {
    let text = "
    struct s { int a, c; };
    static int f(int c) { int e = evercheck_choose(0, 1); struct s x = { 1 }; x.c = e + evercheck_choose(0, 1); return x.a + x.c + c; }
    int main(void) {
        for (int i = 0; i < 2; i++) if (f(evercheck_choose(0, 1)) > 4) reach_error();
        return 0;
    }";
    replaced(text, &[("int a, c; }", "int a, c; long b; }")]);
    replaced(text, &[("int a, c; }", "int a, c; char b; }")]);
    replaced(&text.replace("int a, c;", "int a; char c;"), &[("char c; }", "char c, b; }")]);
    replaced(text, &[("struct s x = { 1 };", "struct s x; x.a = 1; x.c = 0;")]);
}

#[test]
fn blocks_of_another_size() {
    let text = "
    struct s { int a, b; };
    static struct s *p; static int *q;
    int main(void) {
        p = malloc(8);
        p->a = p->b = evercheck_choose(0, 1);
        q = (int *)p + 2;
        if (evercheck_choose(0, 1)) *q = 1;
        free(p);
        return 0;
    }";
    let after = text.replace("int a, b; }", "int a, b, c; }");
    series(&[text, &after]);
    for size in ["sizeof(struct s)", "sizeof(struct s) + 4", "2 * sizeof(struct s)", "12"] {
        let [one, two] = [text, &after].map(|it| it.replace("malloc(8)", &format!("malloc({size})")));
        series(&[&one, &two, &after]);
    }
    // Of another type that has the same size now.
    let other = text
        .replace("int a, b; };", "int a, b; }; struct t { long a; };")
        .replace("malloc(8)", "malloc(sizeof(struct t))");
    replaced(&other, &[("int a, b; }", "int a, b, c; }")]);
    replaced(&other, &[("long a; }", "long a, b; }")]);
}

#[test]
fn an_allocation_by_a_function_that_may_be_defined() {
    let text = "
    struct s { int a; };
    int main(void) { struct s *p = malloc(sizeof(struct s)); *(int *)p = evercheck_choose(0, 1); return *(int *)p > 1; }";
    let own = format!(
        "{text} static long room[2]; void *malloc(unsigned long n) {{ if (n > 8) reach_error(); return room; }}"
    );
    series(&[
        text,
        &own,
        &own.replace("{ int a; }", "{ int a[4]; }"),
        &text.replace("{ int a; }", "{ int a[4]; }"),
    ]);
}

#[test]
fn what_is_kept_by_realloc() {
    let text = "
    struct s { long a, b; };
    int main(void) {
        struct s *p = calloc(1, sizeof(struct s));
        p->a = evercheck_choose(0, 1);
        int more = evercheck_choose(0, 1);
        char *q = realloc(p, 32);
        int last = more ? q[16] : 0;
        free(q);
        return last;
    }";
    replaced(text, &[("long a, b; }", "long a, b, c; }")]);
    let [one, two] = [text, &text.replace("long a, b; }", "long a, b, c; }")]
        .map(|it| it.replace("sizeof(struct s)", "16"));
    series(&[&one, &two]);
}

#[test]
fn padding_and_comparison_of_bytes() {
    for object in ["static struct s x, y;", ""] {
        let text = format!(
            "struct s {{ int a; char c; }};
            {object}
            int main(void) {{
                {}
                memset(&x, evercheck_choose(0, 1), sizeof x); memset(&y, 0, sizeof y);
                x.a = y.a = 1; x.c = y.c = 1;
                int more = evercheck_choose(0, 1);
                if (more && memcmp(&x, &y, sizeof x)) reach_error();
                if (memcmp(&x, &y, 8)) reach_error();
                return 0;
            }}",
            if object.is_empty() { "struct s x, y;" } else { "" }
        );
        replaced(&text, &[("char c; }", "char c, d; }")]);
        replaced(&text, &[("char c; }", "char c; int d; }")]);
    }
}

#[test]
fn bit_fields() {
    for object in ["static struct s x; int main(void) {", "int main(void) { struct s x;"] {
        let text = format!(
            "struct s {{ unsigned a : 3, b : 5; }};
            {object}
                x.a = evercheck_choose(0, 3); x.b = 9;
                int more = evercheck_choose(0, 1);
                if (x.a + x.b + more > 12) reach_error();
                return 0;
            }}"
        );
        replaced(&text, &[("b : 5; }", "b : 5, c : 4; }")]);
        replaced(&text, &[("a : 3, b : 5; }", "c : 3, a : 3, b : 5; }")]);
        replaced(&text, &[("b : 5; }", "b : 5; int c; }")]);
    }
}

#[test]
fn packed_fields() {
    let text = "
    struct s { char c; int a; };
    static struct s x;
    int main(void) {
        int *p = &x.a;
        x.c = evercheck_choose(0, 1);
        *p = evercheck_choose(0, 1);
        if (x.a + x.c > 1 && *((char *)&x + 4) != 1) reach_error();
        return 0;
    }";
    replaced(text, &[("int a; };", "int a; } __attribute__((packed));")]);
    replaced(text, &[("int a; };", "int a; char d; };")]);
}

#[test]
fn races_by_overlap() {
    let text = "
    struct s { int a, b; };
    static struct s x;
    static void *work(void *given) { *(int *)((char *)&x + 4) = 1; return 0; }
    int main(void) {
        unsigned long id;
        pthread_create(&id, 0, work, 0);
        x.b = 2;
        pthread_join(id, 0);
        return 0;
    }";
    replaced(text, &[("int a, b; }", "int a, c, b; }")]);
    replaced(text, &[("int a, b; }", "int b, a; }")]);
    replaced(text, &[("int a, b; }", "int a, b, c; }")]);
}

/// The end of an object overlaps with all of it, and with nothing behind it.
#[test]
fn the_end_of_an_object_races_with_all_of_it() {
    let local = "
    struct s { int a, b; };
    static int *p;
    static void *work(void *given) { p[2] = 1; return 0; }
    static void *other(void *given) { struct s x; p = (int *)&x; unsigned long id; pthread_create(&id, 0, work, 0); return 0; }
    int main(void) { unsigned long id; pthread_create(&id, 0, other, 0); pthread_join(id, 0); return 0; }";
    replaced(local, &[("int a, b; }", "int a, b, c; }")]);
    let heap = "
    struct s { int a, b; };
    static struct s *x; static int *p;
    static void *work(void *given) { p[2] = 1; return 0; }
    int main(void) {
        unsigned long id;
        x = malloc(sizeof(struct s)); p = (int *)x;
        pthread_create(&id, 0, work, 0);
        free(x);
        pthread_join(id, 0);
        return 0;
    }";
    replaced(heap, &[("int a, b; }", "int a, b, c; }")]);
    let twice = heap.replace("p[2] = 1;", "free(p);");
    replaced(&twice, &[("int a, b; }", "int a, b, c; }")]);
}

/// Two threads need something of one object: where the second needs more than the first, that is what the state depends on. Main ends
/// the program where it stands, so nobody asks once more.
#[test]
fn what_the_second_thread_needs_of_an_object() {
    let text = "
    typedef union { char bytes[32]; long align; } sem_t;
    extern int sem_wait(sem_t *);
    static struct { int a; sem_t s, t; } x;
    static void *f(void *p) { sem_wait(p); return 0; }
    int main(void) {
        unsigned long id;
        char *p = (char *)&x + 8 + 32 * evercheck_choose(0, 1);
        pthread_create(&id, 0, f, p);
        x.a = 1;
        return 0;
    }";
    replaced(text, &[("sem_t s, t; }", "sem_t s; }")]);
}

#[test]
fn a_race_in_an_atomic_section() {
    let text = "
    extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
    struct s { int a, b; };
    static int *p;
    static void *work(void *given) { __VERIFIER_atomic_begin(); p[2] = 1; __VERIFIER_atomic_end(); return 0; }
    static void *other(void *given) { struct s x; p = (int *)&x; unsigned long id; pthread_create(&id, 0, work, 0); return 0; }
    int main(void) { unsigned long id; pthread_create(&id, 0, other, 0); pthread_join(id, 0); return 0; }";
    replaced(text, &[("int a, b; }", "int a, b, c; }")]);
}

#[test]
fn low_bits_of_addresses() {
    for object in ["static struct s x; int main(void) {", "int main(void) { struct s x; "] {
        let text = format!(
            "struct s {{ int a, b; }};
            {object}
                unsigned long at = (unsigned long)&x;
                x.a = evercheck_choose(0, 1);
                if (x.a && (at & 7)) reach_error();
                if ((at | 7) == 8 || at % 8 == 3) reach_error();
                return 0;
            }}"
        );
        replaced(&text, &[("int a, b; }", "int a, b; long c; }")]);
        let aligned =
            text.replace("at & 7", "at & 3").replace("at | 7", "at | 3").replace("at % 8", "at % 4");
        replaced(&aligned, &[("int a, b; }", "int a, b; long c; }")]);
        replaced(&aligned, &[("int a, b; }", "char a, b; }")]);
        replaced(&text, &[("int a, b; }", "int a, b; } __attribute__((aligned(8)))")]);
    }
}

/// Where addresses are numbers, an object lies behind the one before it, and a number is an address as far as its object goes.
#[test]
fn where_objects_lie() {
    // The product is a number, and asks for no low bits.
    let main = |use_: &str, field: &str| {
        format!(
            "{HEAD}
            struct box {{ int first;{field} }};
            static struct box box;
            static int other;
            int main(void) {{
                int chosen = evercheck_choose(0, 2);
                unsigned long low = (unsigned long)&box * 2 / 2;
                {use_}
                return evercheck_choose(0, 1) + chosen;
            }}"
        )
    };
    let options = crate::racing();
    let machine = machine::explore::Options { placement: Placement::Fixed, ..options.machine.clone() };
    let options = Options { machine, ..options };
    for use_ in [
        "if ((unsigned long)&other * 2 / 2 - low > 4300) reach_error();",
        "char *at = (char *)(low + 6); if (chosen == 2) *at = 1;",
        "chosen += evercheck_choose(0, 1); char *at = (char *)(low + 6); if (chosen == 2) *at = 1;",
        // Both have got their places when it is asked whether this is in the box.
        "low += (unsigned long)&other * 2 / 2;
         chosen += evercheck_choose(0, 1);
         unsigned long at = (unsigned long)&box + (5 + chosen);
         chosen += evercheck_choose(0, 1);
         if (chosen == 2) *(char *)at = 1;",
    ] {
        let field = if use_.contains("low +=") { " int more;" } else { " long more[40];" };
        let [small, large] = ["", field].map(|field| main(use_, field));
        revisions(&[&small, &large, &small], &options);
        revisions(&[&large, &small, &large], &options);
        let said = |text: &str| {
            crate::common::said(&crate::run(&crate::program(text), &options, Mode::Off, &[]).report)
        };
        assert_ne!(said(&small), said(&large), "{use_}");
    }
}

/// What is one past the end of an object may be where another begins.
#[test]
fn ends_and_beginnings() {
    for (first, second) in [("x", "y"), ("y", "x")] {
        let text = format!(
            "struct s {{ int a, b; }};
            static struct s x; static int y;
            int main(void) {{
                int *p = (int *)&x + evercheck_choose(0, 3), *q = &y;
                int more = evercheck_choose(0, 1);
                void *{} = p, *{} = q;
                if (more && {first} == {second}) reach_error();
                return 0;
            }}",
            "from", "to"
        )
        .replace("x == y", "from == to")
        .replace("y == x", "to == from");
        replaced(&text, &[("int a, b; }", "int a, b, c; }")]);
    }
}

#[test]
fn a_lock_that_reaches_over_the_end() {
    for lock in ["pthread_mutex_lock", "pthread_rwlock_wrlock", "pthread_rwlock_rdlock"] {
        let text = format!(
            "extern int pthread_rwlock_wrlock(mutex *), pthread_rwlock_rdlock(mutex *);
            struct s {{ int a, b; }};
            static struct s x;
            static mutex *at = (mutex *)&x.b;
            static void *work(void *given) {{ {lock}(at); return 0; }}
            int main(void) {{
                unsigned long id;
                pthread_create(&id, 0, work, 0);
                x.b = 1;
                x.a = 1;
                pthread_join(id, 0);
                return 0;
            }}"
        );
        replaced(&text, &[("int a, b; }", "int a, b; long c[4]; }")]);
        replaced(&text, &[("int a, b; }", "int b, a; }")]);
        let behind = text.replace("&x.b", "(&x.b + 1)");
        replaced(&behind, &[("int a, b; }", "int a, b; long c[4]; }")]);
    }
}

/// What a run without a field has found out, and one with it has taken over, is not believed where there is less.
#[test]
fn what_was_taken_over_needs_no_less_than_it_did() {
    // Words and single bytes are written by ways of their own.
    for (ty, at) in [("long", "(long *)&x + 1"), ("char", "(char *)&x + 4")] {
        let text = format!(
            "struct s {{ int a; {ty} b; }};
            static struct s x; static {ty} *p = {at};
            int main(void) {{
                x.a = evercheck_choose(0, 1);
                if (evercheck_choose(0, 1)) *p = 1; else x.a = 2;
                if (evercheck_choose(0, 1)) x.a = 4;
                return 0;
            }}"
        );
        let with = |members: &str| {
            text.replace(&format!("{ty} b; }}"), &format!("{members}}}")).replace("x.a = 2", "x.a = 3")
        };
        let (grown, shrunk) = (with(&format!("{ty} b; {ty} c; ")), with(""));
        series(&[&text, &grown, &shrunk]);
        series(&[&grown, &text, &shrunk]);
        // Nothing ends there any more, and what ends behind it is needed.
        series(&[&text, &with(&format!("{ty} b[3]; ")), &shrunk]);
    }
}

#[test]
fn from_a_number_to_a_struct() {
    let text = "
    static int g; static char *p = (char *)&g;
    int main(void) {
        int n = evercheck_choose(0, 5);
        if (evercheck_choose(0, 1)) p[n] = 1;
        return 0;
    }";
    replaced(text, &[("static int g;", "static struct { char c; } g;")]);
    replaced(text, &[("static int g;", "static struct { int c; } g;")]);
    replaced(text, &[("static int g;", "static int g[2];")]);
    replaced(text, &[("static int g;", "static long g;")]);
}

/// Code that mentions the number is executed, and comes to another state: what follows does not mention it.
#[test]
fn from_one_number_to_another() {
    let text = "
    static int g; static char *p;
    int main(void) {
        p = (char *)&g;
        int n = evercheck_choose(0, 5);
        if (evercheck_choose(0, 1)) p[n] = 1;
        return 0;
    }";
    replaced(text, &[("static int g;", "static long g;")]);
    replaced(text, &[("static int g;", "static short g;")]);
    let aligned = text.replace("p[n] = 1", "n = ((unsigned long)p & 7) == 4");
    replaced(&aligned, &[("static int g;", "static _Alignas(8) int g;")]);
}

#[test]
fn copies_that_reach_further() {
    for copy in ["*p = y;", "memcpy(p, &y, 24);", "memset(p, 1, 24);", "n = memcmp(p, &y, 24);"] {
        let text = format!(
            "struct s {{ long a, b, c; }}; struct t {{ long word[3]; }};
            static struct s x; static struct t y; static struct t *p = (struct t *)&x;
            int main(void) {{
                int n = evercheck_choose(0, 1);
                if (evercheck_choose(0, 1)) {copy}
                return n;
            }}"
        );
        replaced(&text, &[("long a, b, c; }", "long a, b; }")]);
        replaced(&text, &[("long a, b, c; }", "long a, b, c, d; }")]);
    }
}

#[test]
fn strings_and_fills_that_reach_further() {
    let text = "
    extern unsigned long strlen(const char *);
    struct s { char text[4]; };
    static struct s x; static char *p = x.text;
    int main(void) {
        memset(p, 'a', evercheck_choose(3, 5));
        int more = evercheck_choose(0, 1);
        return more ? strlen(p) > 9 : 0;
    }";
    replaced(text, &[("char text[4]; }", "char text[4], rest[2]; }")]);
    replaced(text, &[("char text[4]; }", "char text[2], rest[2]; }")]);
    replaced(text, &[("static struct s x;", "static char more[9]; static struct s x;")]);
}

#[test]
fn structs_by_value_and_inside_others() {
    let text = "
    struct in { int a; };
    struct out { int n; struct in in; };
    static struct out o;
    static struct in make(struct in from) { from.a += evercheck_choose(0, 1); return from; }
    static int take(struct in *from) { return from->a; }
    int main(void) {
        struct in it = { 1 };
        o.in = make(it);
        o.n = evercheck_choose(0, 1);
        if (take(&o.in) + o.n > 3) reach_error();
        return 0;
    }";
    replaced(text, &[("struct in { int a; }", "struct in { int a, b; }")]);
    replaced(text, &[("struct in { int a; }", "struct in { int b, a; }")]);
    replaced(text, &[("int n; struct in in; }", "struct in in; int n; }")]);
    replaced(text, &[("struct in in; }", "struct in in; int m; }")]);
}

/// What is wrong is found from scratch: these states are no others' because of how large something is, or how it began.
fn is_violated(text: &str) {
    let text = format!("{HEAD}{text}");
    let report = crate::run(&crate::program(&text), &crate::racing(), Mode::Off, &[]).report;
    assert!(crate::common::said(&report).contains("False"), "{text}");
    series(&[&text[HEAD.len()..]]);
}

#[test]
fn objects_that_hold_the_same_and_are_not() {
    let structs = "struct a { int x, y, z; }; struct b { int x, y; };";
    is_violated(&format!(
        "{structs} static int *p;
        int main(void) {{
            if (evercheck_choose(0, 1)) {{ struct b *b = malloc(sizeof(struct b)); p = &b->x; }}
            else {{ struct a *a = malloc(sizeof(struct a)); p = &a->x; }}
            p[0] = p[1] = 0;
            if (evercheck_choose(0, 1)) p[2] = 1;
            free(p);
            return 0;
        }}"
    ));
    for zero in ["static struct b x;", "struct b *x = calloc(1, sizeof(struct b));", "struct b x = { 0 };"] {
        let it = if zero.contains('*') { "(*x)" } else { "x" };
        is_violated(&format!(
            "{structs}
            int main(void) {{
                {zero} struct b unset;
                if (evercheck_choose(0, 1)) {it} = unset;
                if (evercheck_choose(0, 1)) return {it}.y;
                return 0;
            }}"
        ));
    }
}

#[test]
fn an_allocation_of_another_struct() {
    let text = "
    struct a { int x, y; }; struct b { int x, y; };
    int main(void) {
        struct a *one = malloc(8); struct b *two = malloc(8);
        one->x = evercheck_choose(0, 1); two->x = 0;
        struct a *p = malloc(8);
        int n = evercheck_choose(0, 1);
        p->x = n;
        if (evercheck_choose(0, 1)) n = p->x;
        free(p); free(one); free(two);
        return n;
    }";
    replaced(text, &[("struct a *p", "struct b *p")]);
    replaced(text, &[("struct a *p", "struct b *p"), ("n = p->x;", "n = p->x + 1;")]);
}

/// Where threads stand is the same, and what they are about to touch is not.
#[test]
fn of_which_struct_it_is_that_a_thread_frees() {
    let text = "
    struct s { int a, b; }; struct t { int a, b; };
    static int *p;
    static void *work(void *given) { p[2] = 1; return 0; }
    int main(void) {
        unsigned long id;
        if (evercheck_choose(0, 1)) { struct t *t = malloc(sizeof(struct t)); p = &t->a; }
        else { struct s *s = malloc(sizeof(struct s)); p = &s->a; }
        pthread_create(&id, 0, work, 0);
        free(p);
        pthread_join(id, 0);
        return 0;
    }";
    replaced(text, &[("struct t { int a, b; }", "struct t { int a, b, c; }")]);
    replaced(text, &[("struct s { int a, b; }", "struct s { int a, b, c; }")]);
}

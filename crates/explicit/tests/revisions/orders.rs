//! Where objects lie as a choice: pairs of programs that differ in what is compared, and with what.

use explicit::Options;
use verdict::{Properties, Property};

use crate::{edited, revisions};

const HEAD: &str = "
    typedef unsigned long number;
    extern int pthread_create(number *, void *, void *(*)(void *), void *), pthread_join(number, void **);
    extern void *malloc(number), free(void *), reach_error(void);
    extern int evercheck_choose(int, int);
    static int a, b, c;
    static int below(void *p, void *q) { return (number)p < (number)q; }
";

/// There and back; each has the report that it has from scratch, in every mode.
fn replaced(text: &str, changes: &[(&str, &str)]) {
    let before = format!("{HEAD}{text}");
    let after = edited(&before, changes);
    for properties in [Properties::default(), Property::ALL.into_iter().collect()] {
        for is_keeping_going in [false, true] {
            let options = Options { properties, is_keeping_going, ..crate::racing() };
            revisions(&[&before, &after, &before], &options);
            revisions(&[&after, &before, &after], &options);
        }
    }
}

const THREE: &str = "
    int main(void) {
        int first = below(&a, &b), n = evercheck_choose(0, 2), second = below(&b, &c);
        if (first && second && below(&c, &a)) reach_error();
        return n;
    }";

#[test]
fn what_is_compared_and_how() {
    for (old, new) in [
        ("(number)p < (number)q", "(number)p >= (number)q"),
        ("(number)p < (number)q", "(number)q < (number)p"),
        ("(number)p < (number)q", "p < q"),
        ("second = below(&b, &c)", "second = below(&a, &c)"),
        ("first && second && below(&c, &a)", "first && second && below(&a, &c)"),
        ("n = evercheck_choose(0, 2)", "n = below(&a, &c) + evercheck_choose(0, 2)"),
        ("static int a, b, c;", "static int b, c, a;"),
        ("static int a, b, c;", "static int a[2], b, c;"),
        ("static int a, b, c;", "static const int a; static const int b; static int c;"),
        ("int first = below(&a, &b)", "int first = below(&a + 1, &b)"),
        ("int first = below(&a, &b)", "int first = below(&a + 2, &b)"),
    ] {
        replaced(THREE, &[(old, new)]);
    }
}

/// The first comparison of an operation may be known where it was not.
#[test]
fn several_comparisons_in_one_operation() {
    let text = "
    int main(void) {
        int n = 0;
        if (evercheck_choose(0, 1)) n = 1;
        n += ((number)&a < (number)&b) + 2 * ((number)&b < (number)&c) + 4 * ((number)&c < (number)&a);
        if (n == 8) reach_error();
        return 0;
    }";
    replaced(text, &[("n = 1;", "n = 1 - below(&a, &b);")]);
    replaced(text, &[("n = 1;", "n = below(&a, &b) + below(&b, &c);")]);
    replaced(text, &[("2 * ((number)&b", "2 * ((number)&a")]);
    replaced(text, &[("n == 8", "n == 3")]);
}

#[test]
fn whether_an_address_is_the_end_depends_on_the_size() {
    let text = "
    struct box { char bytes[8]; };
    static struct box box;
    int main(void) {
        int n = evercheck_choose(0, 1);
        if (below(&box, &a) && !below((char *)&box + 8, &a)) n = 2;
        if (n == 3) reach_error();
        return 0;
    }";
    replaced(text, &[("bytes[8]", "bytes[9]")]);
    replaced(text, &[("bytes[8]", "bytes[7]")]);
    let heap = text
        .replace("static struct box box;", "")
        .replace("&box", "box")
        .replace("int n = ", "struct box *box = malloc(sizeof(struct box)); int n = ");
    replaced(&heap, &[("bytes[8]", "bytes[9]")]);
    replaced(&heap, &[("bytes[8]", "bytes[7]")]);
}

#[test]
fn objects_that_come_and_go() {
    let text = "
    int main(void) {
        int *p = malloc(4), *q = malloc(4), n = below(p, q) + 2 * below(p, &a);
        free(p);
        p = malloc(4);
        n += 4 * below(p, q) + 8 * below(p, &a);
        free(p); free(q);
        if (n == 16 || evercheck_choose(0, 1) == 2) reach_error();
        return 0;
    }";
    replaced(text, &[("n == 16", "n == 15")]);
    replaced(text, &[("free(p);\n        p = malloc(4);", "free(q);\n        q = malloc(4);")]);
    replaced(text, &[("free(p);\n        p = malloc(4);", "")]);
    replaced(text, &[("4 * below(p, q)", "4 * below(q, p)")]);
}

#[test]
fn two_threads_that_compare_the_same() {
    let text = "
    static int mine, theirs;
    static void *other(void *given) { theirs = below(&a, &b) + 2 * below(&b, &c); return given; }
    int main(void) {
        number t;
        pthread_create(&t, 0, other, 0);
        mine = below(&c, &a) + 2 * below(&a, &b);
        pthread_join(t, 0);
        if (mine == 3 && theirs == 3) reach_error();
        return 0;
    }";
    replaced(text, &[("mine == 3", "mine == 2")]);
    replaced(text, &[("2 * below(&b, &c)", "2 * below(&c, &b)")]);
    replaced(text, &[("mine = below(&c, &a) +", "mine =")]);
    replaced(text, &[("static int a, b, c;", "static int c, d, b, a;")]);
}

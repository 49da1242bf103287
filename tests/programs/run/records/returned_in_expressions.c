// Results of record type used at once: members, elements, arguments, conditions.
#include <stdio.h>

struct triple { int v[3]; };
struct box { struct triple t; const char *label; };

static int made;
static struct triple make(int a, int b, int c) {
    made++;
    return (struct triple){{a, b, c}};
}
static struct box wrap(struct triple t, const char *label) { return (struct box){t, label}; }
static int sum(struct triple t) { return t.v[0] + t.v[1] + t.v[2]; }
static struct triple add(struct triple a, struct triple b) {
    for (int i = 0; i < 3; i++) a.v[i] += b.v[i];
    return a;
}

int main(void) {
    printf("%d\n", make(1, 2, 3).v[1]);
    printf("%d %s\n", wrap(make(4, 5, 6), "box").t.v[2], wrap(make(0, 0, 0), "label").label);
    printf("%d\n", sum(add(make(1, 1, 1), add(make(2, 2, 2), make(3, 3, 3)))));
    struct triple t = sum(make(0, 0, 1)) ? make(7, 8, 9) : make(1, 1, 1);
    printf("%d\n", t.v[0]);
    int i = 2;
    printf("%d\n", make(5, 6, 7).v[i]);
    printf("%d\n", (t = make(2, 4, 6)).v[1]);
    struct triple u = (made++, t);
    printf("%d %d\n", u.v[2], made);
    struct triple (*f)(int, int, int) = make;
    printf("%d\n", sum(f(1, 2, 4)));
    printf("%d\n", sum((i > 5 ? t : u)));
    return 0;
}

// Records assigned in chains, conditionals, commas and initialisers.
#include <stdio.h>

struct r { int a; char b[5]; double c; };
struct pair { struct r x, y; };

static struct r make(int a) {
    struct r r = {a, "make", a / 2.0};
    return r;
}
static struct r *which(struct pair *p, int second) { return second ? &p->y : &p->x; }

int main(void) {
    struct r a = {1, "one", 1.5}, b = {2, "two", 2.5}, c, d;
    d = c = a;
    printf("%d %s %g\n", d.a, d.b, c.c);
    c = d.a > 0 ? b : a;
    printf("%d %s\n", c.a, c.b);
    struct pair p = {a, b}, q = {.y = make(9), .x = p.y};
    printf("%d %d %g\n", q.x.a, q.y.a, q.y.c);
    *which(&p, 1) = *which(&q, 1);
    printf("%s %d\n", p.y.b, p.y.a);
    p = (struct pair){p.y, p.x};
    printf("%d %d\n", p.x.a, p.y.a);
    struct r array[3] = {a, make(4)}, *it = array;
    *it++ = make(5);
    *it = it[-1];
    it[1] = (it->a = 77, *it);
    printf("%d %d %d\n", array[0].a, array[1].a, array[2].a);
    struct r e = (c = make(6)), f = (a, b);
    printf("%d %d\n", e.a, f.a);
    q = (p.x.a > 5) ? p : (p.x.a < 3) ? q : (struct pair){a, a};
    printf("%d\n", q.y.a);
    return 0;
}

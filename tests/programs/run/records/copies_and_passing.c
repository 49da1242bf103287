// Records are values: assigned, passed, returned and compared member by member.
#include <stdio.h>

struct small { char c; };
struct odd { char c[3]; short s; };
struct large { int id; int data[20]; struct odd inner; };

static struct large fill(int id) {
    struct large l = {.id = id};
    for (int i = 0; i < 20; i++) l.data[i] = id * i;
    l.inner = (struct odd){{'a', 'b', 'c'}, -id};
    return l;
}

static int change(struct large l) {
    l.id = 99;
    l.data[5] += 1;
    return l.data[5];
}

static struct small next(struct small s) {
    s.c++;
    return s;
}

static struct odd pick(int which, struct odd a, struct odd b) { return which ? a : b; }

int main(void) {
    struct large a = fill(3), b;
    b = a;
    b.data[7] = 0;
    printf("%d %d %d\n", a.data[7], b.data[7], b.inner.s);
    printf("%d %d %d\n", change(a), a.id, a.data[5]);
    printf("%c\n", next(next((struct small){'x'})).c);
    printf("%d\n", fill(4).data[10]);
    struct odd p = pick(0, a.inner, (struct odd){"xyz", 7});
    printf("%c%c%c %d\n", p.c[0], p.c[1], p.c[2], p.s);
    struct large *q = &a;
    *q = fill(2);
    struct large c = *q;
    printf("%d %d\n", c.data[19], (c = b).data[3]);
    a = a;
    printf("%d\n", a.data[1]);
    struct { struct small s[3]; } array = {{{'1'}, {'2'}, {'3'}}}, copy = array;
    array.s[1].c = '9';
    printf("%c%c%c\n", copy.s[0].c, copy.s[1].c, copy.s[2].c);
    return 0;
}

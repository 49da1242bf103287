// Several names for one object: locals, members, elements and parameters.
#include <stdio.h>

struct pair { int a, b; };

static int both(int *x, int *y) {
    *x = 1;
    *y = 2;
    return *x * 10 + *y;
}

static void swap_in(struct pair *p, int *x) {
    p->a = 5;
    *x += 1;
    p->b = p->a;
}

int main(void) {
    int n = 0, m = 0;
    printf("%d %d\n", both(&n, &m), both(&n, &n));
    struct pair p = {1, 2};
    swap_in(&p, &p.a);
    printf("%d %d\n", p.a, p.b);
    int a[4] = {0, 1, 2, 3};
    int *x = &a[1], *y = a + 2;
    *x = *y + *(x + 2);
    y[-1] *= 10;
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    int *q = &p.b;
    struct pair other = p;
    *q = 77;
    printf("%d %d\n", p.b, other.b);
    return 0;
}

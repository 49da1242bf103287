// Functions returning pointers to arrays and functions; typedefs of function types.
#include <stdio.h>

typedef int function(int);
typedef function *pointer;
typedef int row[3];

static function add_one, twice;
static int add_one(int x) { return x + 1; }
static int twice(int x) { return 2 * x; }

static row *rows(int i) {
    static row table[2] = {{1, 2, 3}, {4, 5, 6}};
    return &table[i];
}
static int (*also_rows(int i))[3] { return rows(i); }
static pointer pick(int i) { return i ? twice : add_one; }
static function *compose(pointer (*chooser)(int), int i) { return chooser(i); }
static int apply(function f, int x) { return f(x); }
static int fold(pointer fs[], int n, int x) {
    while (n--) x = (*fs++)(x);
    return x;
}
struct object { int state; int (*method)(struct object *, int); };
static int method(struct object *self, int by) { return self->state += by; }

int main(void) {
    printf("%d %d\n", (*rows(1))[2], also_rows(0)[0][1]);
    printf("%d %d\n", pick(0)(5), pick(1)(5));
    printf("%d\n", compose(pick, 1)(21));
    printf("%d %d\n", apply(add_one, 9), apply(*twice, 9));
    pointer list[] = {add_one, twice, *pick(0), &twice};
    printf("%d\n", fold(list, 4, 1));
    pointer (*choosers[])(int) = {pick, &pick};
    printf("%d\n", choosers[1](1)(8));
    struct object o = {10, method};
    o.method(&o, 5);
    printf("%d\n", (*o.method)(&o, 1));
    int (*(*deep)(int))(int) = pick;
    printf("%d %d\n", deep(0)(1), sizeof(deep) == 8);
    printf("%d\n", (o.state > 5 ? add_one : twice)(100));
    printf("%d\n", ((int (*)(int))(void *)twice)(3));
    return 0;
}

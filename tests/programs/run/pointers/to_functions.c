// Function pointers: called in each spelling, stored, compared, passed and returned.
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

typedef int (*operation)(int, int);
typedef int plain(int, int);

static operation choose(char c) {
    switch (c) {
    case '+': return add;
    case '-': return &sub;
    default: return *mul;
    }
}

static int (*nested(int which))(int, int) { return which ? add : sub; }
static int apply(plain *f, int a, int b) { return f(a, b); }

static int fold(operation f, int start, const int *values, int count) {
    while (count--) start = f(start, *values++);
    return start;
}

int main(void) {
    operation table[] = {add, sub, mul};
    for (int i = 0; i < 3; i++) printf("%d %d %d\n", table[i](7, 3), (*table[i])(7, 3), (****table[i])(7, 3));
    printf("%d %d %d\n", choose('+')(1, 2), choose('-')(1, 2), choose('*')(3, 4));
    printf("%d %d\n", nested(1)(5, 6), nested(0)(5, 6));
    printf("%d %d\n", apply(add, 1, 1), apply(&mul, 9, 9));
    int values[] = {1, 2, 3, 4, 5};
    printf("%d %d\n", fold(add, 0, values, 5), fold(mul, 1, values, 5));
    printf("%d %d %d\n", table[0] == add, table[0] == &sub, table[1] != 0);
    struct { const char *name; operation run; } ops[] = {{"add", add}, {"sub", sub}, {.name = "none"}};
    for (int i = 0; i < 3; i++) printf("%s %d\n", ops[i].name, ops[i].run ? ops[i].run(10, 4) : -1);
    void (*generic)(void) = (void (*)(void))mul;
    printf("%d\n", ((operation)generic)(6, 7));
    void *data = (void *)add;
    printf("%d\n", ((operation)data)(6, 7));
    operation *p = &table[2];
    printf("%d %zu\n", (*p)(2, 8), sizeof *p);
    return 0;
}

// Values that nobody wants are computed all the same, as far as it can be told.
#include <stdio.h>

static int calls;
static int f(int x) { return calls += x; }

int main(void) {
    int a = 7, b = 2, u;
    (void)u;
    a / b;
    a << b, a % b;
    (void)(a / b + f(1));
    f(1) ? a / b : a % b;
    (f(1), a) - b;
    -a, ~a, !a, +a;
    (char)(a * 1000);
    (int)2.5e8f > 0 ?: a / b;
    for (a + b; a > 5; a - 1, a--) (void)(b << a);
    printf("%d %d\n", a, calls);
    return 0;
}

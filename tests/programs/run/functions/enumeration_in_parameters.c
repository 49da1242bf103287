// Enumerations declared in a parameter list have the scope of the function.
#include <stdio.h>

static int pick(enum { RED, GREEN = 5, BLUE } colour) { return colour == GREEN ? BLUE : RED; }

static int two(enum late { A = 3, B } x, int y) { return x == B ? y : A; }

int main(void) {
    printf("%d %d\n", pick(5), pick(1));
    printf("%d %d\n", two(4, 7), two(3, 7));
    return 0;
}

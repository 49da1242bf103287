// gcc's own pair of jumps, out of nested calls and again and again.
#include <stdio.h>

static void *buffer[5], *other[5];
static int depth;

static void fall(int n) {
    if (n == 0)
        __builtin_longjmp(buffer, 1);
    depth++;
    fall(n - 1);
}

static int inner(void) {
    if (__builtin_setjmp(other)) {
        printf("inner\n");
        return 1;
    }
    fall(3);
    return 0;
}

int main(void) {
    int count = 0;
    if (__builtin_setjmp(buffer))
        printf("back %d at depth %d\n", count, depth);
    count++;
    if (count < 4)
        printf("%d\n", inner());
    printf("%d\n", count);
    return 0;
}

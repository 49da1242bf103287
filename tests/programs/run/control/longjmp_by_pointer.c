// longjmp called through a pointer, from the frame of setjmp and from below it.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf buffer;
static void (*go)(jmp_buf, int) = longjmp;

static void below(int n) {
    if (n == 0)
        go(buffer, 7);
    below(n - 1);
}

int main(void) {
    volatile int count = 0;
    int found = setjmp(buffer);
    printf("%d %d\n", found, count);
    if (count++ < 3)
        below(count);
    if (count < 6)
        go(buffer, count);
    return found;
}

// Empty asm statements are barriers and keep values as they are.
#include <stdio.h>

static int hide(int x) {
    asm volatile("" ::: "memory");
    return x;
}

int main(void) {
    int n = 5;
    asm("");
    asm volatile("" : : : "memory", "cc");
    __asm__ __volatile__("" ::: "memory");
    printf("%d\n", hide(n));
    return 0;
}

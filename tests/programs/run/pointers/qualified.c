// const and volatile objects and pointers to them.
#include <stdio.h>

static const int limits[] = {10, 20, 30};
static volatile int ticks;
static int const *const fixed = &limits[1];

static int sum(const int *restrict a, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) total += a[i];
    return total;
}

int main(void) {
    printf("%d %d\n", sum(limits, 3), *fixed);
    ticks = 3;
    ticks++;
    ticks += 4;
    while (ticks > 5) ticks--;
    printf("%d\n", ticks);
    volatile int *p = &ticks;
    *p = 9;
    (void)*p;
    printf("%d\n", ticks);
    int plain = 1;
    const int *view = &plain;
    plain = 2;
    printf("%d\n", *view);
    *(int *)view = 3;
    printf("%d\n", plain);
    const char *const words[] = {"a", "bc"};
    printf("%s%s\n", words[0], words[1]);
    volatile struct { int a; char b; } device = {1, 2};
    device.a |= 6;
    device.b = device.a;
    printf("%d %d\n", device.a, device.b);
    const volatile int both = 5;
    printf("%d\n", both + 1);
    register int fast = 4;
    printf("%d\n", fast * fast);
    return 0;
}

// Addresses as numbers: hashes, order, parts, back and forth. What is printed does not depend on where objects lie.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct packed {
    char tag;
    int *p;
} __attribute__((packed));

static int by_address(const void *a, const void *b) {
    uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;
    return x < y ? -1 : x > y;
}

static int twice(int x) { return 2 * x; }

int main(void) {
    int *all[6], *sorted[6], sum = 0;
    for (int i = 0; i < 6; i++) {
        all[i] = sorted[i] = malloc(sizeof(int));
        *all[i] = i;
    }
    qsort(sorted, 6, sizeof *sorted, by_address);
    for (int i = 0; i < 6; i++)
        sum += *sorted[i] * (i == 0 || sorted[i - 1] < sorted[i]);
    printf("%d\n", sum);
    uintptr_t both = (uintptr_t)all[0] ^ (uintptr_t)all[1];
    printf("%d\n", *(int *)(both ^ (uintptr_t)all[0]));
    struct packed s = {1, all[3]};
    struct packed t = s;
    printf("%d %d\n", *t.p, memcmp(&s, &t, sizeof s));
    unsigned char *bytes = (unsigned char *)&all[4];
    uintptr_t number = 0;
    for (unsigned i = 0; i < sizeof number; i++)
        number |= (uintptr_t)bytes[i] << 8 * i;
    printf("%d %d\n", number == (uintptr_t)all[4], *(int *)number);
    int (*f)(int) = twice;
    f = (int (*)(int))~~(uintptr_t)f;
    printf("%d\n", f(21));
    char text[40];
    void *back;
    sprintf(text, "%p", (void *)all[5]);
    sscanf(text, "%p", &back);
    printf("%d %d\n", back == all[5], *(int *)back);
    printf("%d\n", (int)((uintptr_t)all[2] % 16 + (uintptr_t)&sum % sizeof sum));
    char buffer[16];
    printf("%d\n", (uintptr_t)all[0] - (uintptr_t)buffer < sizeof buffer);
    for (int i = 0; i < 6; i++)
        free((void *)((uintptr_t)all[i] / 16 * 16));
    return 0;
}

// expect: true
// options: --addresses fixed
// A list whose links are the exclusive or of two addresses, an address in two halves, and one off its alignment.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct cell {
    uintptr_t both;
    int value;
};

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    struct cell *last = 0, *first = 0;
    for (int i = 0; i < 3; i++) {
        struct cell *new = malloc(sizeof *new);
        new->value = i + __VERIFIER_nondet_bool();
        new->both = (uintptr_t)last;
        if (last)
            last->both ^= (uintptr_t)new;
        else
            first = new;
        last = new;
    }
    int sum = 0;
    uintptr_t before = 0;
    for (struct cell *at = first; at;) {
        sum += at->value;
        struct cell *next = (struct cell *)(at->both ^ before);
        before = (uintptr_t)at;
        free(at);
        at = next;
    }
    assert(sum >= 3 && sum <= 6);
    int x = 5;
    uint32_t low = (uint32_t)(uintptr_t)&x;
    uint32_t high = (uint32_t)((uint64_t)(uintptr_t)&x >> 32);
    assert(*(int *)(uintptr_t)((uint64_t)high << 32 | low) == 5);
    char bytes[1 + sizeof(int *)];
    int *p = &x, *q;
    memcpy(bytes + 1, &p, sizeof p);
    memcpy(&q, bytes + 1, sizeof q);
    assert(q == p && *q == 5 && memcmp(&p, &q, sizeof p) == 0);
    return 0;
}

// Arithmetic on numbers of any length: 100!, Fibonacci, a power and a division.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LIMBS = 40 };
struct number { uint32_t limb[LIMBS]; int used; };

static struct number small(uint32_t n) { return (struct number){{n}, n != 0}; }

static void add(struct number *a, const struct number *b) {
    uint64_t carry = 0;
    int n = a->used > b->used ? a->used : b->used;
    for (int i = 0; i < n || carry; i++) {
        carry += (uint64_t)a->limb[i] + b->limb[i];
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
        if (i >= a->used) a->used = i + 1;
    }
}

static void multiply(struct number *a, uint32_t by) {
    uint64_t carry = 0;
    for (int i = 0; i < a->used; i++) {
        carry += (uint64_t)a->limb[i] * by;
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) a->limb[a->used++] = (uint32_t)carry;
}

static uint32_t divide(struct number *a, uint32_t by) {
    uint64_t rest = 0;
    for (int i = a->used; i-- > 0;) {
        rest = rest << 32 | a->limb[i];
        a->limb[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    while (a->used && !a->limb[a->used - 1]) a->used--;
    return (uint32_t)rest;
}

static void print(struct number a) {
    char text[400], *p = text + sizeof text;
    *--p = 0;
    if (!a.used) *--p = '0';
    while (a.used) *--p = '0' + divide(&a, 10);
    puts(p);
}

int main(void) {
    struct number f = small(1);
    for (int i = 2; i <= 100; i++) multiply(&f, i);
    print(f);
    struct number a = small(0), b = small(1);
    for (int i = 0; i < 300; i++) {
        struct number t = b;
        add(&b, &a);
        a = t;
    }
    print(a);
    struct number p = small(1);
    for (int i = 0; i < 200; i++) multiply(&p, 3);
    print(p);
    printf("%u\n", divide(&p, 1000000007));
    print(p);
    return 0;
}

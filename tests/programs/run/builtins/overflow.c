// Arithmetic that tells whether the exact result fits, for mixed types.
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int i;
    unsigned u;
    long l;
    uint8_t b;
    int16_t s;
    bool o;
    o = __builtin_add_overflow(INT_MAX, 1, &i);
    printf("%d %d\n", o, i);
    o = __builtin_sub_overflow(INT_MIN, 1, &i);
    printf("%d %d\n", o, i);
    o = __builtin_mul_overflow(65536, 65536, &i);
    printf("%d %d\n", o, i);
    o = __builtin_mul_overflow(65536, 65536, &l);
    printf("%d %ld\n", o, l);
    o = __builtin_add_overflow(-1, 1u, &u);
    printf("%d %u\n", o, u);
    o = __builtin_sub_overflow(1u, 2u, &u);
    printf("%d %u\n", o, u);
    o = __builtin_sub_overflow(1u, 2u, &i);
    printf("%d %d\n", o, i);
    o = __builtin_add_overflow(200, 100, &b);
    printf("%d %d\n", o, b);
    o = __builtin_add_overflow(200, 55, &b);
    printf("%d %d\n", o, b);
    o = __builtin_mul_overflow((int16_t)-300, (int16_t)200, &s);
    printf("%d %d\n", o, s);
    o = __builtin_add_overflow(LONG_MAX, LONG_MAX, &l);
    printf("%d %ld\n", o, l);
    o = __builtin_mul_overflow(ULONG_MAX, 2ul, &l);
    printf("%d %ld\n", o, l);
    o = __builtin_sadd_overflow(1, 2, &i);
    printf("%d %d\n", o, i);
    o = __builtin_umul_overflow(0xffffffff, 2, &u);
    printf("%d %u\n", o, u);
    printf("%d %d\n", __builtin_add_overflow_p(INT_MAX, 1, 0), __builtin_add_overflow_p(INT_MAX, 1, 0l));
    return 0;
}

// Primes: Eratosthenes over bytes and over bits, trial division, Miller-Rabin.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t power(uint64_t b, uint64_t e, uint64_t m) {
    unsigned __int128 r = 1, x = b % m;
    for (; e; e >>= 1) {
        if (e & 1) r = r * x % m;
        x = x * x % m;
    }
    return r;
}

static int is_prime(uint64_t n) {
    if (n < 2) return 0;
    static const int bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    for (int i = 0; i < 12; i++)
        if (n % bases[i] == 0) return n == (uint64_t)bases[i];
    uint64_t d = n - 1;
    int s = 0;
    while (d % 2 == 0) d /= 2, s++;
    for (int i = 0; i < 12; i++) {
        uint64_t x = power(bases[i], d, n);
        if (x == 1 || x == n - 1) continue;
        int composite = 1;
        for (int r = 1; r < s && composite; r++) {
            x = (unsigned __int128)x * x % n;
            if (x == n - 1) composite = 0;
        }
        if (composite) return 0;
    }
    return 1;
}

int main(void) {
    enum { LIMIT = 2000 };
    static unsigned char composite[LIMIT];
    static uint32_t bits[LIMIT / 32 + 1];
    int count = 0, last = 0, from_bits = 0;
    for (int i = 2; i < LIMIT; i++) {
        if (!composite[i]) {
            count++;
            last = i;
            for (int j = i * i; j < LIMIT; j += i) composite[j] = 1;
        }
        if (!(bits[i / 32] >> i % 32 & 1)) {
            from_bits++;
            for (int j = 2 * i; j < LIMIT; j += i) bits[j / 32] |= 1u << j % 32;
        }
    }
    printf("%d %d %d\n", count, from_bits, last);
    printf("%d %d %d\n", is_prime(1000000007), is_prime(18446744073709551557u), is_prime(18446744073709551556u));
    int agree = 1;
    for (int i = 0; i < 300; i++) agree &= is_prime(i) == (i >= 2 && !composite[i]);
    printf("%d\n", agree);
    return 0;
}

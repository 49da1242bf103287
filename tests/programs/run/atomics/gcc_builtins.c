// __atomic operations on each width.
// WIDE: prints what has 64 bits as a `long`
#include <stdint.h>
#include <stdio.h>

#define TEST(type, format) do { \
        type x = 10, expected, old; \
        old = __atomic_fetch_add(&x, 5, __ATOMIC_SEQ_CST); \
        printf(format " " format " ", old, x); \
        old = __atomic_add_fetch(&x, 250, __ATOMIC_RELAXED); \
        printf(format " ", old); \
        old = __atomic_fetch_sub(&x, 20, __ATOMIC_ACQ_REL); \
        printf(format " " format " ", old, x); \
        printf(format " ", __atomic_fetch_and(&x, 0xf5, __ATOMIC_SEQ_CST)); \
        printf(format " ", __atomic_or_fetch(&x, 8, __ATOMIC_SEQ_CST)); \
        printf(format " ", __atomic_xor_fetch(&x, 3, __ATOMIC_SEQ_CST)); \
        printf(format " ", __atomic_nand_fetch(&x, 6, __ATOMIC_SEQ_CST)); \
        printf(format " ", __atomic_exchange_n(&x, 77, __ATOMIC_SEQ_CST)); \
        expected = 76; \
        int done = __atomic_compare_exchange_n(&x, &expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        printf("%d " format " " format " ", done, x, expected); \
        done = __atomic_compare_exchange_n(&x, &expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        printf("%d " format "\n", done, x); \
        __atomic_store_n(&x, 9, __ATOMIC_RELEASE); \
        printf(format "\n", __atomic_load_n(&x, __ATOMIC_ACQUIRE)); \
    } while (0)

int main(void) {
    TEST(uint8_t, "%d");
    TEST(int16_t, "%d");
    TEST(int, "%d");
    TEST(unsigned, "%u");
    TEST(long, "%ld");
    TEST(uint64_t, "%lu");
    int a[3] = {1, 2, 3}, *p = a;
    __atomic_fetch_add(&p, sizeof(int), __ATOMIC_SEQ_CST);
    printf("%d\n", *p);
    int *q = __atomic_exchange_n(&p, a + 2, __ATOMIC_SEQ_CST);
    printf("%d %d\n", *q, *p);
    int in = 5, out;
    __atomic_store(&a[0], &in, __ATOMIC_SEQ_CST);
    __atomic_load(&a[0], &out, __ATOMIC_SEQ_CST);
    printf("%d\n", out);
    char flag = 0;
    printf("%d ", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    printf("%d ", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    __atomic_clear(&flag, __ATOMIC_SEQ_CST);
    printf("%d\n", flag);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    printf("%d\n", __atomic_always_lock_free(4, 0));
    return 0;
}

// The older __sync family.
// WIDE: shifts a `long` by 32 bits and more
#include <stdio.h>

int main(void) {
    int x = 5;
    printf("%d ", __sync_fetch_and_add(&x, 3));
    printf("%d ", __sync_add_and_fetch(&x, 3));
    printf("%d ", __sync_fetch_and_sub(&x, 1));
    printf("%d ", __sync_sub_and_fetch(&x, 1));
    printf("%d ", __sync_fetch_and_or(&x, 16));
    printf("%d ", __sync_and_and_fetch(&x, 24));
    printf("%d ", __sync_fetch_and_xor(&x, 1));
    printf("%d\n", __sync_fetch_and_nand(&x, 9));
    printf("%d\n", x);
    printf("%d %d\n", __sync_bool_compare_and_swap(&x, 1, 2), __sync_bool_compare_and_swap(&x, -10, 2));
    printf("%d ", __sync_val_compare_and_swap(&x, 2, 7));
    printf("%d\n", x);
    int lock = 0;
    printf("%d ", __sync_lock_test_and_set(&lock, 1));
    printf("%d ", __sync_lock_test_and_set(&lock, 1));
    __sync_lock_release(&lock);
    printf("%d\n", lock);
    __sync_synchronize();
    long l = 1L << 40;
    __sync_fetch_and_add(&l, 1);
    printf("%ld\n", l);
    return 0;
}

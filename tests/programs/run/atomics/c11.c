// _Atomic objects with plain operators, and <stdatomic.h>.
#include <stdatomic.h>
#include <stdio.h>

struct pair { int a, b; };

static _Atomic int counter = 5;
static atomic_uint bits = ATOMIC_VAR_INIT(3);
static atomic_flag flag = ATOMIC_FLAG_INIT;

int main(void) {
    counter++;
    counter += 10;
    counter *= 2;
    --counter;
    printf("%d ", counter);
    printf("%d\n", counter--);
    _Atomic unsigned char small = 255;
    small++;
    printf("%d\n", small);
    bits |= 12;
    printf("%u %u\n", atomic_fetch_and(&bits, 6), atomic_load(&bits));
    int expected = 0;
    printf("%d %d\n", atomic_compare_exchange_strong(&counter, &expected, 9), expected);
    printf("%d %d\n", atomic_compare_exchange_strong(&counter, &expected, 9), atomic_load(&counter));
    atomic_store(&counter, 3);
    printf("%d %d\n", atomic_exchange(&counter, 4), atomic_fetch_add(&counter, 0));
    printf("%d ", atomic_flag_test_and_set(&flag));
    printf("%d\n", atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    int values[3] = {1, 2, 3};
    int *_Atomic p = values;
    p++;
    p += 1;
    printf("%d\n", *p);
    atomic_int array[2] = {1, 2};
    array[1] += array[0];
    printf("%d\n", array[1]);
    _Bool atomic_bool_value;
    _Atomic _Bool b = 0;
    b = 5;
    atomic_bool_value = b;
    printf("%d\n", atomic_bool_value);
    return 0;
}

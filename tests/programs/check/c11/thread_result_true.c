// expect: true
// thrd_join gives the int that the thread returned.
#include <assert.h>
#include <threads.h>

static int twice(void *argument) {
    return 2 * *(int *)argument;
}

int main(void) {
    thrd_t a, b;
    int x = 3, y = 5, twice_x, twice_y;
    assert(thrd_create(&a, twice, &x) == thrd_success);
    assert(thrd_create(&b, twice, &y) == thrd_success);
    assert(thrd_join(a, &twice_x) == thrd_success);
    assert(thrd_join(b, &twice_y) == thrd_success);
    assert(twice_x == 6 && twice_y == 10);
    return 0;
}

// expect: true
// Functions given to atexit run in reverse order.
#include <assert.h>
#include <stdlib.h>

static int x;

static void first(void) {
    assert(x == 2);
}

static void second(void) {
    x = 2;
}

int main(void) {
    atexit(first);
    atexit(second);
    return 0;
}

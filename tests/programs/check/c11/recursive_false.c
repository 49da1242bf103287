// expect: false(no-deadlock)
// A plain mutex may not be locked again by its owner.
#include <threads.h>

static mtx_t m;
static int x;

static void add(int n) {
    mtx_lock(&m);
    x++;
    if (n > 1) add(n - 1);
    mtx_unlock(&m);
}

int main(void) {
    mtx_init(&m, mtx_plain);
    add(3);
    mtx_destroy(&m);
    return 0;
}

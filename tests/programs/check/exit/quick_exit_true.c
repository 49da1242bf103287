// expect: true
// _Exit runs nothing that was given to atexit.
#include <assert.h>
#include <stdlib.h>

static void fail(void) {
    assert(0);
}

int main(void) {
    atexit(fail);
    _Exit(0);
}

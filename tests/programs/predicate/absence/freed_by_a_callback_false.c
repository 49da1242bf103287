// expect: false(valid-free)
// options: --property valid-free
// What is called at the end counts, too: it is named, if not called.
#include <stdlib.h>

static int local;

static void leave(void) {
    free(&local);
}

int main(void) {
    atexit(leave);
    return 0;
}

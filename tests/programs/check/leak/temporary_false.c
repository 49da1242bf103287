// expect: false(valid-memtrack)
// options: --property valid-memtrack
// The result of a call that is not kept is lost at once, although the program never ends.
#include <stdlib.h>

static void *make(void) {
    return malloc(4);
}

int main(void) {
    make();
    for (;;) {}
}

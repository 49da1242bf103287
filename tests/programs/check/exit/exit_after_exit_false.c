// expect: false(no-undefined-behaviour)
// What exit calls at the end of the program calls quick_exit.
#include <stdlib.h>

static void finish(void) {
    quick_exit(1);
}

int main(void) {
    atexit(finish);
    return 0;
}

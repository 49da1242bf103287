// expect: false(no-undefined-behaviour)
// A handler that expects what nobody gives it, though it does not look at it.
#include <stdlib.h>

static void handle(int status) {
}

int main(void) {
    atexit((void (*)(void))handle);
    return 0;
}

// expect: true
// What is called at the end of the program ends it for good: those who come after it are not called.
#include <assert.h>
#include <stdlib.h>

static void last(void) {
    assert(0);
}

static void first(void) {
    _Exit(1);
}

int main(void) {
    atexit(last);
    atexit(first);
    exit(0);
}

// expect: false(no-undefined-behaviour)
// What is called at the end of the program ends it again.
#include <stdlib.h>

static int errors;

static void report(void) {
    if (errors > 0) exit(1);
}

int main(void) {
    atexit(report);
    errors = 1;
    exit(0);
}

// A function that is called at the end of the program ends it once more.
// SANITIZERS: blind
#include <stdlib.h>

static void finish(void) {
    exit(2); // FAULT
}

int main(void) {
    atexit(finish);
    return 0;
}

// A function that was promised not to return does.
// SANITIZERS: blind
#include <stdlib.h>

static _Noreturn void finish(int status) {
    if (status) exit(status);
}

int main(void) {
    finish(0); // FAULT
}

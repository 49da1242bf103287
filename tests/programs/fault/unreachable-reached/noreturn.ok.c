// A function that was promised not to return does not.
#include <stdlib.h>

static _Noreturn void finish(int status) {
    exit(status);
}

int main(void) {
    finish(3);
}

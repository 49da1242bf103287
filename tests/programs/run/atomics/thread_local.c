// Thread-local objects behave as static ones in a single thread.
#include <stdio.h>

static _Thread_local int counter = 3;
__thread char buffer[8] = "tls";

static int next(void) {
    static _Thread_local int n;
    return ++n;
}

int main(void) {
    counter++;
    next();
    int *p = &counter;
    *p += 10;
    buffer[0] = 'T';
    printf("%d %d %s\n", counter, next(), buffer);
    return 0;
}

// expect: false(valid-deref)
// options: --malloc-may-fail --except no-data-race
// Reading the string takes steps, and the allocation behind them may fail all the same.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char text[4] = "abc";

static void *nothing(void *argument) {
    text[3] = 0;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, nothing, NULL);
    char *copy = strdup(text);
    copy[0] = 'x';
    free(copy);
    pthread_join(t, NULL);
    return 0;
}

// expect: false(valid-memcleanup)
// options: --property valid-memcleanup
// Nobody waits for the worker: the program may end while it holds a block that only it knows.
#include <pthread.h>
#include <stdlib.h>

static int done;

static void *worker(void *unused) {
    (void)unused;
    int *own = malloc(sizeof *own);
    if (own)
        free(own);
    done = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    return 0;
}

// expect: unknown(not-modelled)
// A thread ends the program while another one does: undefined in C, while newer versions of POSIX let it wait.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int ends;

static void finish(void) {
    ends++;
    ends++;
}

static void *thread(void *argument) {
    exit(0);
    return argument;
}

int main(void) {
    pthread_t t;
    atexit(finish);
    pthread_create(&t, NULL, thread, NULL);
    exit(0);
}

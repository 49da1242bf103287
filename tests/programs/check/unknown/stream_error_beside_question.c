// expect: unknown(not-modelled)
// The stream has an error before it is asked for one or after.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int step;

static void *fail(void *stream) {
    while (step != 1) {
    }
    fputc('a', stream);
    return NULL;
}

int main(void) {
    pthread_t t;
    FILE *in = stdin;
    pthread_create(&t, NULL, fail, in);
    step = 1;
    int has_failed = ferror(in);
    assert(!has_failed);
    pthread_join(t, NULL);
    return 0;
}

// expect: unknown(not-modelled)
// The stream is closed before it is written to or after, and writing is merged with what comes before it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int step;

static void *close(void *stream) {
    while (step != 1) {
    }
    fclose(stream);
    return NULL;
}

int main(void) {
    pthread_t t;
    FILE *out = stdout;
    pthread_create(&t, NULL, close, out);
    step = 1;
    fputs("a", out);
    pthread_join(t, NULL);
    return 0;
}

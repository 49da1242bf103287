// expect: true
// When all others have been joined, a stream changes its state as in a program of one thread.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *work(void *stream) {
    fputs("a", stream);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, stdout);
    pthread_join(t, NULL);
    assert(!ferror(stdin));
    fputc('a', stdin);
    assert(ferror(stdin));
    fclose(stdout);
    return 0;
}

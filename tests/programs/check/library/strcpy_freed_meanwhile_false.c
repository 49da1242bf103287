// expect: false(valid-deref)
// options: --except no-data-race
// The destination is freed by another thread before the copy is done.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *text;

static void *release(void *argument) {
    free(text);
    return argument;
}

int main(void) {
    text = malloc(12);
    pthread_t t;
    pthread_create(&t, NULL, release, NULL);
    strcpy(text, "longer text");
    pthread_join(t, NULL);
    return 0;
}

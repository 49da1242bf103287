// expect: true
// options: --property valid-deref,valid-free,valid-memtrack,valid-memcleanup
// The last of two owners frees the block.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared { atomic_int owners; int value; };

static void *drop(void *argument) {
    struct shared *s = argument;
    if (s->value == 1 && atomic_fetch_sub(&s->owners, 1) == 1) free(s);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct shared *s = malloc(sizeof *s);
    s->owners = 2;
    s->value = 1;
    pthread_create(&t, NULL, drop, s);
    drop(s);
    pthread_join(t, NULL);
    return 0;
}

// expect: false(valid-deref)
// options: --property valid-deref
// The count is read again after it was lowered, when the other owner may have freed it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared { atomic_int owners; int value; };

static void *drop(void *argument) {
    struct shared *s = argument;
    atomic_fetch_sub(&s->owners, 1);
    if (atomic_load(&s->owners) == 0) free(s);
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

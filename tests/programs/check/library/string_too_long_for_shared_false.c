// expect: false(valid-deref)
// options: --except no-data-race
// What does not fit is found however many steps the copy takes.
#include <pthread.h>
#include <string.h>

static char from[16] = "longer", to[4];

static void *shorten(void *argument) {
    from[3] = 0;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, shorten, NULL);
    strcpy(to, from);
    pthread_join(t, NULL);
    return 0;
}

// expect: false(no-data-race)
// options: --property no-data-race
// memset of an array races with the load of an element.
#include <pthread.h>
#include <string.h>

static char a[8];

static void *clear(void *argument) {
    memset(a, 0, sizeof a);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, clear, NULL);
    char seen = a[5];
    pthread_join(t, NULL);
    return seen;
}

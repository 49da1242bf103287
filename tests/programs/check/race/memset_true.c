// expect: true
// options: --property no-data-race
// memset of the first half does not race with the second.
#include <pthread.h>
#include <string.h>

static char a[8];

static void *clear(void *argument) {
    memset(a, 0, 4);
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, clear, NULL);
    char seen = a[5];
    pthread_join(t, NULL);
    return seen;
}

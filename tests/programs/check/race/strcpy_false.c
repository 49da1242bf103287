// expect: false(no-data-race)
// options: --property no-data-race
// `strcpy` writes what another thread reads.
#include <pthread.h>
#include <string.h>

static char text[8];

static void *write(void *argument) {
    strcpy(text, "abc");
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, write, NULL);
    int seen = text[2];
    pthread_join(t, NULL);
    return seen == 'x';
}

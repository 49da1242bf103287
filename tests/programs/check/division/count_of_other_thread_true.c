// expect: true
// options: --except no-data-race
// The count is read once, then checked.
#include <pthread.h>

static int count = 1;

static void *take(void *argument) {
    (void)argument;
    count = 0;
    return NULL;
}

int main(void) {
    pthread_t t;
    int share = 0;
    pthread_create(&t, NULL, take, NULL);
    int seen = count;
    if (seen != 0) share = 12 / seen;
    pthread_join(t, NULL);
    return share == 5;
}

// expect: false(no-division-by-zero)
// options: --except no-data-race
// The count is checked, but another thread takes the last one away before the division.
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
    if (count != 0) share = 12 / count;
    pthread_join(t, NULL);
    return share == 5;
}

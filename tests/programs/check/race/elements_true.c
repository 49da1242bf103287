// expect: true
// options: --property no-data-race
// Different elements of an array do not race.
#include <pthread.h>

static char a[2];

static void *set(void *p) {
    *(char *)p = 1;
    return NULL;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, set, &a[0]);
    pthread_create(&t, NULL, set, &a[1]);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    return 0;
}

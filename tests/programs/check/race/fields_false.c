// expect: false(no-data-race)
// options: --property no-data-race
// One thread writes a member, the other copies the struct.
#include <pthread.h>

static struct pair { int a, b; } s;

static void *set(void *argument) {
    s.b = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    struct pair copy = s;
    pthread_join(t, NULL);
    return copy.a;
}

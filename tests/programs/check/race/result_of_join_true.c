// expect: true
// Who has been joined before has read before.
#include <pthread.h>

static void *result;

static void *nothing(void *unused) {
    return unused;
}

static void *reader(void *unused) {
    return result;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, nothing, NULL);
    pthread_create(&u, NULL, reader, NULL);
    pthread_join(u, NULL);
    pthread_join(t, &result);
    return result != NULL;
}

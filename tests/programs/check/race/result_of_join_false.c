// expect: false(no-data-race)
// The result of a thread is stored in the step of the call that waits for it, while another thread reads there.
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
    pthread_join(t, &result);
    pthread_join(u, NULL);
    return 0;
}

// expect: false(no-data-race)
// A new key is stored in the step that creates it, while another thread reads it.
#include <pthread.h>

static pthread_key_t key;

static void *reader(void *unused) {
    return key ? unused : NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    pthread_key_create(&key, NULL);
    pthread_join(t, NULL);
    return 0;
}

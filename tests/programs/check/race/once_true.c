// expect: true
// options: --property no-data-race
// pthread_once orders the initialiser before all that comes after it.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int record;

static void initialise(void) {
    record = 7;
}

static void *use(void *argument) {
    pthread_once(&once, initialise);
    return record == 7 ? NULL : argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

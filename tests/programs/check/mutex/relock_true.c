// expect: true
// A thread locks a mutex again after it was unlocked.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void add(void) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
}

int main(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    add();
    return 0;
}

// expect: false(no-deadlock)
// A thread locks a mutex that it holds already.
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
    add();
    pthread_mutex_unlock(&m);
    return 0;
}

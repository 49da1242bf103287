// expect: true
// Each path unlocks once.
#include <pthread.h>

extern int evercheck_choose(int, int);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&m);
    if (evercheck_choose(0, 1)) {
        pthread_mutex_unlock(&m);
        return 1;
    }
    pthread_mutex_unlock(&m);
    return 0;
}

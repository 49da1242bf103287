// expect: true
// A wait with a limit ends though nobody signals.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    struct timespec until = {1, 0};
    pthread_mutex_lock(&m);
    int error = pthread_cond_timedwait(&c, &m, &until);
    assert(error == ETIMEDOUT || error == 0);
    pthread_mutex_unlock(&m);
    return 0;
}

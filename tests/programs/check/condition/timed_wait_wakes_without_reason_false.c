// expect: false(unreach-call)
// A timed wait may end without a signal before its time is out.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    struct timespec time = {0};
    pthread_mutex_lock(&m);
    int result = pthread_cond_timedwait(&c, &m, &time);
    pthread_mutex_unlock(&m);
    assert(result != 0);
    return 0;
}

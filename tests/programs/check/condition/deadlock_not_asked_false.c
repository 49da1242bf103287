// expect: false(unreach-call)
// options: --property unreach-call
// Nobody signals. Who does not ask about deadlocks hears of what comes behind a wake-up without a reason.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    assert(0);
    return 0;
}

// expect: true
// options: --por alone
// Own elements beside a counter under a lock, and a condition that is waited for.
#include <pthread.h>
#include <assert.h>

static int own[2], sum, ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *work(void *argument) {
    long me = (long)argument;
    for (int i = 0; i < 2; i++)
        own[me] += (int)me;
    pthread_mutex_lock(&lock);
    sum += own[me];
    ready++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&thread[i], 0, work, (void *)i);
    pthread_mutex_lock(&lock);
    while (ready < 2)
        pthread_cond_wait(&changed, &lock);
    assert(sum == 2);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], 0);
    return 0;
}

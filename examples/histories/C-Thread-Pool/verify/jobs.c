/* A pool of two threads is given two jobs and is waited for; with DESTROY it is destroyed after that. Expected: each job has
   run once when the wait is over, and no property is violated. JOB_RETURNS is what a job returns at the revision. */
#include <evercheck.h>
#include <pthread.h>
#include <stdlib.h>

#include "thpool.h"

enum { THREADS = 2, JOBS = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static JOB_RETURNS job(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    done++;
    pthread_mutex_unlock(&lock);
    return (JOB_RETURNS)0;
}

int main(void)
{
    threadpool pool = thpool_init(THREADS);
    for (int i = 0; i < JOBS; i++)
        thpool_add_work(pool, job, NULL);
    thpool_wait(pool);
    pthread_mutex_lock(&lock);
    evercheck_assert(done == JOBS);
    pthread_mutex_unlock(&lock);
#ifdef DESTROY
    thpool_destroy(pool);
#endif
    return 0;
}

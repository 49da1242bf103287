// A pool of threads that work off jobs from a bounded queue.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "evercheck.h"

#define CAPACITY 2
#define WORKERS 3
#define JOBS 3

struct job {
    int (*run)(int);
    int argument;
    struct job *next;
};

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    pthread_cond_t drained;
    struct job *first;
    struct job *last;
    int length;
    int is_closed;
};

static struct queue queue = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .filled = PTHREAD_COND_INITIALIZER,
    .drained = PTHREAD_COND_INITIALIZER,
};

static int done;
static int total;

static int square(int x) {
    return x * x;
}

static int twice(int x) {
    return x + x;
}

static struct job *job_new(int (*run)(int), int argument) {
    struct job *job = malloc(sizeof *job);
    if (job == NULL)
        abort();
    job->run = run;
    job->argument = argument;
    job->next = NULL;
    return job;
}

static void queue_put(struct job *job) {
    pthread_mutex_lock(&queue.lock);
    while (queue.length == CAPACITY)
        pthread_cond_wait(&queue.drained, &queue.lock);
    if (queue.first == NULL)
        queue.first = job;
    else
        queue.last->next = job;
    queue.last = job;
    queue.length++;
    pthread_cond_signal(&queue.filled);
    pthread_mutex_unlock(&queue.lock);
}

static struct job *queue_take(void) {
    pthread_mutex_lock(&queue.lock);
    while (queue.length == 0 && !queue.is_closed)
        pthread_cond_wait(&queue.filled, &queue.lock);
    struct job *job = queue.first;
    if (job != NULL) {
        queue.first = job->next;
        queue.length--;
        pthread_cond_signal(&queue.drained);
    }
    pthread_mutex_unlock(&queue.lock);
    return job;
}

static void queue_close(void) {
    pthread_mutex_lock(&queue.lock);
    queue.is_closed = 1;
    pthread_cond_broadcast(&queue.filled);
    pthread_mutex_unlock(&queue.lock);
}

static void *worker(void *unused) {
    struct job *job;
    while ((job = queue_take()) != NULL) {
        int result = job->run(job->argument);
        pthread_mutex_lock(&queue.lock);
        total += result;
        done++;
        pthread_mutex_unlock(&queue.lock);
        free(job);
    }
    return unused;
}

int main(void) {
    pthread_t workers[WORKERS];
    int expected = 0;
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, worker, NULL);
    for (int i = 0; i < JOBS; i++) {
        int argument = evercheck_choose(1, 2);
        int (*run)(int) = argument == 1 ? twice : square;
        expected += run(argument);
        queue_put(job_new(run, argument));
    }
    queue_close();
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    assert(done == JOBS);
    assert(total == expected);
    return 0;
}

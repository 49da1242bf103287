/*
 * ReplicatedWorkers: a pool of equal workers computes an integral.
 *
 * Models ReplicatedWorkers of table 1 of "Regression model checking": main puts items of work into a pool, starts the
 * workers at a barrier and waits until the pool is empty and all workers are idle, or one of them has found that the
 * result is good enough; a coordinator controls all access to the pool. The work is adaptive quadrature: an interval
 * whose area is not accurate enough goes back into the pool as two halves. The program of the paper deadlocks.
 * -DFAULT=1 has such an error: the coordinator, for whose changes main and workers wait alike, wakes one thread instead
 * of all.
 *
 * The paper's parameters are 5 workers, 2 items, from 0.0 to 10.0, epsilon 0.05; the bounds here are smaller, and such
 * that all numbers are exact: a sum does not depend on the order of its terms.
 *
 * WORKERS   threads beside main
 * ITEMS     intervals at the start
 * MIN, MAX  where the integral starts and ends
 * EPSILON   error allowed for one interval
 * LIMIT     the result from which on the workers stop early
 * FAULT     1: one thread is woken instead of all
 */
// expected: true
// small: -DWORKERS=2
// fault: -DFAULT=1 false(no-deadlock)

#include <assert.h>
#include <evercheck.h>
#include <pthread.h>

#ifndef WORKERS
#define WORKERS 3
#endif
#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef MIN
#define MIN 0.0
#endif
#ifndef MAX
#define MAX 4.0
#endif
#ifndef EPSILON
#define EPSILON 4.0
#endif
#ifndef LIMIT
#define LIMIT 1000.0
#endif
#ifndef FAULT
#define FAULT 0
#endif

#define POOL_SIZE 8

/* ---- Barrier: nobody goes on before all have come ---- */

struct barrier {
    pthread_mutex_t lock;
    pthread_cond_t opened;
    int parties;
    int waiting;
    int generation;
};

static void barrier_init(struct barrier *b, int parties)
{
    pthread_mutex_init(&b->lock, 0);
    pthread_cond_init(&b->opened, 0);
    b->parties = parties;
    b->waiting = 0;
    b->generation = 0;
}

static void barrier_open(struct barrier *b)
{
    b->waiting = 0;
    b->generation++;
    pthread_cond_broadcast(&b->opened);
}

static void barrier_await(struct barrier *b)
{
    pthread_mutex_lock(&b->lock);
    int generation = b->generation;
    b->waiting++;
    assert(b->waiting <= b->parties);
    if (b->waiting == b->parties) {
        barrier_open(b);
    } else {
        while (b->generation == generation)
            pthread_cond_wait(&b->opened, &b->lock);
    }
    pthread_mutex_unlock(&b->lock);
}

/* ---- Work: intervals, and the pool of them ---- */

struct interval {
    double low;
    double high;
};

struct pool {
    struct interval item[POOL_SIZE];
    int size;
};

static int pool_is_empty(const struct pool *p)
{
    return p->size == 0;
}

static void pool_add(struct pool *p, struct interval item)
{
    assert(p->size < POOL_SIZE);
    p->item[p->size] = item;
    p->size++;
}

static struct interval pool_take(struct pool *p)
{
    struct interval none = {0.0, 0.0};

    assert(!pool_is_empty(p));
    p->size--;
    struct interval item = p->item[p->size];
    p->item[p->size] = none;
    return item;
}

/* ---- Results ---- */

struct results {
    pthread_mutex_t lock;
    double total;
    int count;
};

static void results_init(struct results *r)
{
    pthread_mutex_init(&r->lock, 0);
    r->total = 0.0;
    r->count = 0;
}

static int results_is_enough(const struct results *r)
{
    return r->total >= LIMIT;
}

/* Adds an area; whether that is enough. */
static int results_add(struct results *r, double area)
{
    pthread_mutex_lock(&r->lock);
    r->total += area;
    r->count++;
    int is_enough = results_is_enough(r);
    pthread_mutex_unlock(&r->lock);
    return is_enough;
}

static double results_total(struct results *r)
{
    pthread_mutex_lock(&r->lock);
    double total = r->total;
    pthread_mutex_unlock(&r->lock);
    return total;
}

/* ---- Coordinator: controls the pool and detects termination ---- */

struct coordinator {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct pool pool;
    int blocked; /* workers that wait for work */
    int is_done;
};

static void coordinator_init(struct coordinator *c)
{
    pthread_mutex_init(&c->lock, 0);
    pthread_cond_init(&c->changed, 0);
    c->blocked = 0;
    c->is_done = 1;
}

static void coordinator_notify(struct coordinator *c)
{
#if FAULT
    pthread_cond_signal(&c->changed);
#else
    pthread_cond_broadcast(&c->changed);
#endif
}

static int coordinator_is_idle(const struct coordinator *c)
{
    return c->blocked == WORKERS && pool_is_empty(&c->pool);
}

static void coordinator_start(struct coordinator *c)
{
    pthread_mutex_lock(&c->lock);
    c->is_done = 0;
    pthread_mutex_unlock(&c->lock);
}

static void coordinator_finish(struct coordinator *c)
{
    pthread_mutex_lock(&c->lock);
    c->is_done = 1;
    coordinator_notify(c);
    pthread_mutex_unlock(&c->lock);
}

static void coordinator_add(struct coordinator *c, struct interval item)
{
    pthread_mutex_lock(&c->lock);
    pool_add(&c->pool, item);
    coordinator_notify(c);
    pthread_mutex_unlock(&c->lock);
}

/* Waits until there is an item, or the computation has ended; the caller holds the lock. */
static void coordinator_await_work(struct coordinator *c)
{
    c->blocked++;
    if (coordinator_is_idle(c))
        coordinator_notify(c);
    while (pool_is_empty(&c->pool) && !c->is_done)
        pthread_cond_wait(&c->changed, &c->lock);
    c->blocked--;
}

/* Takes an item; 0 when the computation has ended. */
static int coordinator_take(struct coordinator *c, struct interval *item)
{
    int has_item = 0;

    pthread_mutex_lock(&c->lock);
    coordinator_await_work(c);
    if (!c->is_done) {
        *item = pool_take(&c->pool);
        has_item = 1;
    }
    pthread_mutex_unlock(&c->lock);
    return has_item;
}

static void coordinator_await_termination(struct coordinator *c)
{
    pthread_mutex_lock(&c->lock);
    while (!coordinator_is_idle(c) && !c->is_done)
        pthread_cond_wait(&c->changed, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

/* ---- The computation ---- */

static double integrand(double x)
{
    return x * x * x;
}

static double interval_middle(struct interval i)
{
    return (i.low + i.high) / 2.0;
}

static double interval_area(struct interval i)
{
    return (i.high - i.low) * (integrand(i.low) + integrand(i.high)) / 2.0;
}

static struct interval interval_left(struct interval i)
{
    i.high = interval_middle(i);
    return i;
}

static struct interval interval_right(struct interval i)
{
    i.low = interval_middle(i);
    return i;
}

/* The area of the interval as that of its halves. */
static double interval_refined_area(struct interval i)
{
    double left = interval_area(interval_left(i));
    double right = interval_area(interval_right(i));

    return left + right;
}

static int interval_is_accurate(struct interval i)
{
    double difference = interval_area(i) - interval_refined_area(i);

    if (difference < 0.0)
        difference = -difference;
    return difference <= EPSILON;
}

/* ---- The instance: main, workers and what they share ---- */

static struct coordinator coordinator;
static struct results results;
static struct barrier barrier;
static int is_stopped;

static void instance_init(void)
{
    coordinator_init(&coordinator);
    results_init(&results);
    barrier_init(&barrier, WORKERS + 1);
}

static void instance_put_work(int items)
{
    double step = (MAX - MIN) / items;

    for (int i = 0; i < items; i++) {
        struct interval item = {MIN + i * step, MIN + (i + 1) * step};
        coordinator_add(&coordinator, item);
    }
}

/* Lets the workers run until all work is done, and waits for all of them. */
static void instance_execute(void)
{
    coordinator_start(&coordinator);
    barrier_await(&barrier);
    coordinator_await_termination(&coordinator);
    coordinator_finish(&coordinator);
    barrier_await(&barrier);
}

/* Ends the workers. */
static void instance_destroy(void)
{
    is_stopped = 1;
    barrier_await(&barrier);
}

static void worker_split(struct interval item)
{
    coordinator_add(&coordinator, interval_left(item));
    coordinator_add(&coordinator, interval_right(item));
}

static void worker_finish_item(struct interval item)
{
    double area = interval_refined_area(item);

    if (results_add(&results, area))
        coordinator_finish(&coordinator);
}

static void worker_process(struct interval item)
{
    if (interval_is_accurate(item))
        worker_finish_item(item);
    else
        worker_split(item);
}

/* ---- Threads ---- */

static void *worker_run(void *argument)
{
    struct interval item;

    for (;;) {
        barrier_await(&barrier);
        if (is_stopped)
            break;
        while (coordinator_take(&coordinator, &item))
            worker_process(item);
        barrier_await(&barrier);
    }
    return argument;
}

int main(void)
{
    pthread_t worker[WORKERS];
    double exact = (integrand(MAX) * MAX - integrand(MIN) * MIN) / 4.0;

    instance_init();
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&worker[i], 0, worker_run, 0);
    instance_put_work(ITEMS);
    instance_execute();
    double total = results_total(&results);
    assert(total >= LIMIT || pool_is_empty(&coordinator.pool));
    assert(total >= LIMIT || (total - exact <= EPSILON * results.count && exact - total <= EPSILON * results.count));
    instance_destroy();
    for (int i = 0; i < WORKERS; i++)
        pthread_join(worker[i], 0);
    return 0;
}

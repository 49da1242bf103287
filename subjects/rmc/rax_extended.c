/*
 * RaxExtended: the executive of a spacecraft keeps properties that its tasks rely on.
 *
 * Models RaxExtended of table 1 of "Regression model checking", after what is known of the Remote Agent's executive:
 * tasks lock properties in a database to a value and rely on them, the environment upsets properties, and a daemon that
 * waits for events of the database repairs locked properties that do not have their value. The daemon must not miss an
 * event that comes between its look at the database and its wait; the original did. The paper says AssertionViolation;
 * what its parameters gc, wc and envFirst count it does not say, and their meaning here is ours. -DFAULT=1 has the
 * missed event: the daemon notes which events it has seen after it has looked at the database, and a worker relies on a
 * property that the daemon did not repair.
 *
 * GC          goals of each worker, one after the other
 * WC          workers; six threads with WC=3: main, daemon, environment, three workers
 * ENV_FIRST   1: the environment starts before the workers
 * PROPERTIES  properties in the database
 * UPSETS      properties the environment upsets
 * FAULT       1: the daemon can miss an event
 */
// expected: true
// small: -DWC=1
// fault: -DFAULT=1 false(unreach-call)

#include <assert.h>
#include <evercheck.h>
#include <pthread.h>

#ifndef GC
#define GC 2
#endif
#ifndef WC
#define WC 2
#endif
#ifndef ENV_FIRST
#define ENV_FIRST 0
#endif
#ifndef PROPERTIES
#define PROPERTIES 2
#endif
#ifndef UPSETS
#define UPSETS 1
#endif
#ifndef FAULT
#define FAULT 0
#endif

#define NOBODY (-1)

/* ---- Events: they are counted, so that one can tell whether there was another ---- */

struct event {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int count;
};

static void event_init(struct event *event)
{
    pthread_mutex_init(&event->lock, 0);
    pthread_cond_init(&event->changed, 0);
    event->count = 0;
}

static void event_signal(struct event *event)
{
    pthread_mutex_lock(&event->lock);
    event->count++;
    pthread_cond_broadcast(&event->changed);
    pthread_mutex_unlock(&event->lock);
}

static int event_seen(struct event *event)
{
    pthread_mutex_lock(&event->lock);
    int count = event->count;
    pthread_mutex_unlock(&event->lock);
    return count;
}

/* Waits until there was an event after those that were seen. */
static void event_await(struct event *event, int seen)
{
    pthread_mutex_lock(&event->lock);
    while (event->count == seen)
        pthread_cond_wait(&event->changed, &event->lock);
    pthread_mutex_unlock(&event->lock);
}

/* ---- The database of properties ---- */

struct property {
    int value;
    int wanted; /* what its owner has locked it to */
    int owner;
};

static struct property database[PROPERTIES];
static pthread_mutex_t database_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t property_freed = PTHREAD_COND_INITIALIZER;
static struct event database_event;
static pthread_cond_t daemon_looked = PTHREAD_COND_INITIALIZER;
static int acknowledged; /* events the daemon has seen to */
static int is_shut_down;

static void database_init(void)
{
    for (int i = 0; i < PROPERTIES; i++)
        database[i].owner = NOBODY;
    event_init(&database_event);
}

/* The caller holds the database's lock. */
static int property_holds(int property)
{
    return database[property].owner == NOBODY || database[property].value == database[property].wanted;
}

/* Waits until nobody has the property, and makes it the worker's. */
static void property_lock(int property, int worker, int value)
{
    pthread_mutex_lock(&database_lock);
    while (database[property].owner != NOBODY)
        pthread_cond_wait(&property_freed, &database_lock);
    database[property].owner = worker;
    database[property].wanted = value;
    event_signal(&database_event);
    pthread_mutex_unlock(&database_lock);
}

static void property_release(int property, int worker)
{
    pthread_mutex_lock(&database_lock);
    assert(database[property].owner == worker);
    database[property].owner = NOBODY;
    database[property].wanted = 0;
    pthread_cond_broadcast(&property_freed);
    pthread_mutex_unlock(&database_lock);
}

/* Whether the property has its value, and at which event. */
static int property_is_achieved(int property, int *event)
{
    pthread_mutex_lock(&database_lock);
    int is_achieved = property_holds(property);
    *event = event_seen(&database_event);
    pthread_mutex_unlock(&database_lock);
    return is_achieved;
}

static void property_set(int property, int value)
{
    pthread_mutex_lock(&database_lock);
    database[property].value = value;
    event_signal(&database_event);
    pthread_mutex_unlock(&database_lock);
}

/* ---- The daemon ---- */

/* Gives every locked property its value. */
static void daemon_repair(void)
{
    pthread_mutex_lock(&database_lock);
    for (int i = 0; i < PROPERTIES; i++) {
        if (!property_holds(i))
            database[i].value = database[i].wanted;
    }
    pthread_mutex_unlock(&database_lock);
}

/* Says that the events up to this one were seen to; 0 when the daemon is to end. */
static int daemon_acknowledge(int event)
{
    pthread_mutex_lock(&database_lock);
    assert(acknowledged <= event);
    acknowledged = event;
    pthread_cond_broadcast(&daemon_looked);
    int is_running = !is_shut_down;
    pthread_mutex_unlock(&database_lock);
    return is_running;
}

/* One look at the database, and a wait for the next event; 0 when the daemon is to end. */
static int daemon_cycle(void)
{
#if FAULT
    daemon_repair();
    int seen = event_seen(&database_event);
#else
    int seen = event_seen(&database_event);
    daemon_repair();
#endif
    if (!daemon_acknowledge(seen))
        return 0;
    event_await(&database_event, seen);
    return 1;
}

/* Waits until the daemon has seen to an event. */
static void daemon_await(int event)
{
    pthread_mutex_lock(&database_lock);
    while (acknowledged < event)
        pthread_cond_wait(&daemon_looked, &database_lock);
    pthread_mutex_unlock(&database_lock);
}

static void daemon_shut_down(void)
{
    pthread_mutex_lock(&database_lock);
    is_shut_down = 1;
    event_signal(&database_event);
    pthread_mutex_unlock(&database_lock);
}

/* ---- Workers and the environment ---- */

/* Locks a property to a value and sees that it has it. */
static void worker_achieve(int worker, int property, int value)
{
    int event;

    property_lock(property, worker, value);
    if (!property_is_achieved(property, &event))
        property_set(property, value);
}

/* Relies on a property: an upset that the daemon has seen to is repaired. */
static void worker_rely(int property)
{
    int event, now;

    while (!property_is_achieved(property, &event)) {
        daemon_await(event);
        assert(property_is_achieved(property, &now) || now > event);
    }
}

static void worker_goal(int worker, int goal)
{
    int property = (worker + goal) % PROPERTIES;

    worker_achieve(worker, property, 1 + goal % 2);
    worker_rely(property);
    property_release(property, worker);
}

static void environment_upset(void)
{
    int property = evercheck_choose(0, PROPERTIES - 1);

    property_set(property, 0);
}

/* ---- Threads ---- */

static void *daemon_run(void *argument)
{
    while (daemon_cycle())
        ;
    return argument;
}

static void *worker_run(void *argument)
{
    int worker = *(int *)argument;

    for (int goal = 0; goal < GC; goal++)
        worker_goal(worker, goal);
    return 0;
}

static void *environment_run(void *argument)
{
    for (int i = 0; i < UPSETS; i++)
        environment_upset();
    return argument;
}

int main(void)
{
    pthread_t executive, environment, worker[WC];
    int number[WC];

    database_init();
    pthread_create(&executive, 0, daemon_run, 0);
    if (ENV_FIRST)
        pthread_create(&environment, 0, environment_run, 0);
    for (int i = 0; i < WC; i++) {
        number[i] = i;
        pthread_create(&worker[i], 0, worker_run, &number[i]);
    }
    if (!ENV_FIRST)
        pthread_create(&environment, 0, environment_run, 0);
    for (int i = 0; i < WC; i++)
        pthread_join(worker[i], 0);
    pthread_join(environment, 0);
    daemon_shut_down();
    pthread_join(executive, 0);
    return 0;
}

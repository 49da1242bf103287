/*
 * AlarmClock: threads sleep until a simulated clock reaches the time for which they set an alarm.
 *
 * Models AlarmClock of table 1 of "Regression model checking": one clock ticks until MAX_TIME, clients ask to be woken
 * after an interval. Alarms are in a list in the order of their times; the clock takes those that are due off the list
 * and wakes their owners. After the last tick all who still sleep are woken. A client may change its mind and cancel.
 * The program of the paper ends in a null pointer exception. -DFAULT=1 has such an error: the clock looks whether there
 * is an alarm before it locks the list, and a client that cancels its alarm in between leaves it a null pointer.
 *
 * CLIENTS   threads beside main and the clock
 * ROUNDS    alarms each client sets, one after the other
 * MAX_TIME  ticks of the clock
 * FAULT     1: the clock tests the list without its lock
 */
// expected: true
// small: -DROUNDS=1 -DMAX_TIME=2
// fault: -DFAULT=1 false(valid-deref)

#include <assert.h>
#include <evercheck.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef CLIENTS
#define CLIENTS 2
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif
#ifndef MAX_TIME
#define MAX_TIME 5
#endif
#ifndef FAULT
#define FAULT 0
#endif

struct alarm {
    int time;
    int is_ringing;
    pthread_cond_t ring;
    struct alarm *next;
};

struct monitor {
    pthread_mutex_t lock;
    int now;
    int is_stopped;
    int waiting;         /* alarms in the list */
    struct alarm *first; /* in the order of their times */
};

static struct monitor monitor = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- The list of alarms; the caller holds the monitor's lock ---- */

static struct alarm *alarm_new(int time)
{
    struct alarm *alarm = malloc(sizeof *alarm);

    alarm->time = time;
    alarm->is_ringing = 0;
    alarm->next = 0;
    pthread_cond_init(&alarm->ring, 0);
    return alarm;
}

static void alarm_delete(struct alarm *alarm)
{
    pthread_cond_destroy(&alarm->ring);
    free(alarm);
}

static int list_is_sorted(const struct monitor *m)
{
    for (const struct alarm *a = m->first; a && a->next; a = a->next) {
        if (a->time > a->next->time)
            return 0;
    }
    return 1;
}

static void list_insert(struct monitor *m, struct alarm *alarm)
{
    struct alarm **place = &m->first;

    while (*place && (*place)->time <= alarm->time)
        place = &(*place)->next;
    alarm->next = *place;
    *place = alarm;
    m->waiting++;
    assert(list_is_sorted(m));
}

static struct alarm *list_take_first(struct monitor *m)
{
    struct alarm *alarm = m->first;

    if (alarm) {
        m->first = alarm->next;
        alarm->next = 0;
        m->waiting--;
    }
    return alarm;
}

/* Whether the alarm was in the list. */
static int list_remove(struct monitor *m, struct alarm *alarm)
{
    struct alarm **place = &m->first;

    while (*place && *place != alarm)
        place = &(*place)->next;
    if (!*place)
        return 0;
    *place = alarm->next;
    m->waiting--;
    return 1;
}

/* ---- The monitor ---- */

static int monitor_is_due(const struct monitor *m)
{
    if (!m->first)
        return 0;
    return m->first->time <= m->now;
}

static void monitor_ring(struct alarm *alarm)
{
    alarm->is_ringing = 1;
    pthread_cond_signal(&alarm->ring);
}

/* Wakes all whose time has come. */
static void monitor_wake_due(struct monitor *m)
{
    while (monitor_is_due(m)) {
        struct alarm *alarm = list_take_first(m);
        monitor_ring(alarm);
    }
}

static void monitor_tick(struct monitor *m)
{
#if FAULT
    int is_waiting = m->waiting > 0; /* most of the time nobody is: not worth the lock */
#endif
    pthread_mutex_lock(&m->lock);
    m->now++;
    assert(m->now <= MAX_TIME);
#if FAULT
    if (is_waiting && m->first->time <= m->now)
#endif
    monitor_wake_due(m);
    pthread_mutex_unlock(&m->lock);
}

/* The clock has ended: nobody is left asleep. */
static void monitor_stop(struct monitor *m)
{
    struct alarm *alarm;

    pthread_mutex_lock(&m->lock);
    m->is_stopped = 1;
    while ((alarm = list_take_first(m)))
        monitor_ring(alarm);
    assert(m->waiting == 0);
    pthread_mutex_unlock(&m->lock);
}

static int monitor_has_time(struct monitor *m)
{
    pthread_mutex_lock(&m->lock);
    int has_time = m->now < MAX_TIME;
    pthread_mutex_unlock(&m->lock);
    return has_time;
}

/* The alarm of a client, or null if the clock has stopped. */
static struct alarm *monitor_set_alarm(struct monitor *m, int interval)
{
    struct alarm *alarm = 0;

    pthread_mutex_lock(&m->lock);
    if (!m->is_stopped) {
        alarm = alarm_new(m->now + interval);
        list_insert(m, alarm);
    }
    pthread_mutex_unlock(&m->lock);
    return alarm;
}

/* Sleeps until the alarm rings, or the clock stops. */
static void monitor_await(struct monitor *m, struct alarm *alarm)
{
    pthread_mutex_lock(&m->lock);
    while (!alarm->is_ringing)
        pthread_cond_wait(&alarm->ring, &m->lock);
    assert(alarm->time <= m->now || m->is_stopped);
    pthread_mutex_unlock(&m->lock);
    alarm_delete(alarm);
}

static void monitor_cancel(struct monitor *m, struct alarm *alarm)
{
    pthread_mutex_lock(&m->lock);
    int was_waiting = list_remove(m, alarm);
    assert(was_waiting != alarm->is_ringing);
    pthread_mutex_unlock(&m->lock);
    alarm_delete(alarm);
}

/* Sleeps for an interval, or thinks better of it. */
static void monitor_wake_me(struct monitor *m, int interval)
{
    struct alarm *alarm = monitor_set_alarm(m, interval);

    if (!alarm)
        return;
    if (evercheck_choose(0, 1))
        monitor_cancel(m, alarm);
    else
        monitor_await(m, alarm);
}

/* ---- Threads ---- */

static void *clock_run(void *argument)
{
    while (monitor_has_time(&monitor))
        monitor_tick(&monitor);
    monitor_stop(&monitor);
    return argument;
}

static void *client_run(void *argument)
{
    for (int i = 0; i < ROUNDS; i++)
        monitor_wake_me(&monitor, evercheck_choose(1, 2));
    return argument;
}

int main(void)
{
    pthread_t clock, client[CLIENTS];

    pthread_create(&clock, 0, clock_run, 0);
    for (int i = 0; i < CLIENTS; i++)
        pthread_create(&client[i], 0, client_run, 0);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(client[i], 0);
    pthread_join(clock, 0);
    assert(monitor.waiting == 0 && !monitor.first);
    return 0;
}

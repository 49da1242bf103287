/*
 * Elevator: people call lifts, ride to the floor they want and get out.
 *
 * Models Elevator of table 1 of "Regression model checking" (after D. Davies's simulator): every lift is a thread that
 * moves between floors and opens its doors where somebody wants in or out; every person is a thread that waits at a
 * floor, gets in when a lift with room stands there, presses a button and gets out at the floor. A lift has a fixed
 * number of places. The program of the paper ends in an array index out of bounds. -DFAULT=1 has such an error: a
 * person who has seen that there is room lets go of the lift's lock before getting in, so that two can take the last
 * place.
 *
 * LIFTS     lifts, each a thread
 * PEOPLE    people, each a thread
 * FLOORS    floors; people start and end at any two of them
 * CAPACITY  places in a lift
 * FAULT     1: the lock is not held from the look for room to getting in
 */
// expected: true
// small: -DFLOORS=2
// fault: -DFAULT=1 false(valid-deref)

#include <assert.h>
#include <evercheck.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef LIFTS
#define LIFTS 1
#endif
#ifndef PEOPLE
#define PEOPLE 2
#endif
#ifndef FLOORS
#define FLOORS 4
#endif
#ifndef CAPACITY
#define CAPACITY 1
#endif
#ifndef FAULT
#define FAULT 0
#endif

enum direction { DOWN = -1, IDLE = 0, UP = 1 };

struct elevator {
    pthread_mutex_t lock;
    pthread_cond_t called;  /* there is a reason to move, or to end */
    pthread_cond_t arrived; /* the doors were opened or closed, or a place is free */
    int floor;
    enum direction direction;
    int is_open;
    int is_shut_down;
    int stop[FLOORS]; /* people who want in or out at the floor */
    int *rider;       /* where the riders want to go: CAPACITY places */
    int riders;
};

struct person {
    int id;
    int origin;
    int destination;
};

static struct elevator elevators[LIFTS];
static int in_lift[PEOPLE]; /* for the assertions: 1 + the lift's number */

/* ---- A lift's own state; the caller holds its lock ---- */

static int elevator_is_floor(int floor)
{
    return floor >= 0 && floor < FLOORS;
}

static int elevator_is_full(const struct elevator *e)
{
    return e->riders >= CAPACITY;
}

static int elevator_is_stop(const struct elevator *e)
{
    return e->stop[e->floor] > 0;
}

static int elevator_has_stop_above(const struct elevator *e)
{
    for (int i = e->floor + 1; i < FLOORS; i++) {
        if (e->stop[i] > 0)
            return 1;
    }
    return 0;
}

static int elevator_has_stop_below(const struct elevator *e)
{
    for (int i = 0; i < e->floor; i++) {
        if (e->stop[i] > 0)
            return 1;
    }
    return 0;
}

static int elevator_has_rider_for(const struct elevator *e, int floor)
{
    for (int i = 0; i < e->riders; i++) {
        if (e->rider[i] == floor)
            return 1;
    }
    return 0;
}

/* Whether anybody could get in or out where the lift stands. */
static int elevator_is_wanted_here(const struct elevator *e)
{
    if (!elevator_is_stop(e))
        return 0;
    return !elevator_is_full(e) || elevator_has_rider_for(e, e->floor);
}

static void elevator_add_stop(struct elevator *e, int floor)
{
    assert(elevator_is_floor(floor));
    e->stop[floor]++;
    pthread_cond_signal(&e->called);
}

static void elevator_remove_stop(struct elevator *e, int floor)
{
    assert(e->stop[floor] > 0);
    e->stop[floor]--;
}

static void elevator_add_rider(struct elevator *e, int destination)
{
    e->rider[e->riders] = destination;
    e->riders++;
}

static void elevator_remove_rider(struct elevator *e, int destination)
{
    int place = 0;

    while (e->rider[place] != destination)
        place++;
    e->riders--;
    e->rider[place] = e->rider[e->riders];
    e->rider[e->riders] = 0;
}

/* On in the same direction while there is a stop, else back. */
static void elevator_choose_direction(struct elevator *e)
{
    int above = elevator_has_stop_above(e);
    int below = elevator_has_stop_below(e);

    if (e->direction == UP && above)
        return;
    if (e->direction == DOWN && below)
        return;
    if (above)
        e->direction = UP;
    else if (below)
        e->direction = DOWN;
    else
        e->direction = IDLE;
}

static void elevator_move(struct elevator *e)
{
    assert(!e->is_open);
    e->floor += e->direction;
    assert(elevator_is_floor(e->floor));
}

static void elevator_open_doors(struct elevator *e)
{
    assert(!e->is_open);
    e->is_open = 1;
    pthread_cond_broadcast(&e->arrived);
}

static void elevator_close_doors(struct elevator *e)
{
    e->is_open = 0;
    pthread_cond_broadcast(&e->arrived);
}

/* ---- What the lift's thread does ---- */

/* Waits for a call; 0 when the lift is shut down. */
static int elevator_await_call(struct elevator *e)
{
    while (!elevator_is_stop(e) && !elevator_has_stop_above(e) && !elevator_has_stop_below(e)) {
        if (e->is_shut_down)
            return 0;
        pthread_cond_wait(&e->called, &e->lock);
    }
    return 1;
}

/* Doors stay open until nobody here wants in or out any more. */
static void elevator_serve_floor(struct elevator *e)
{
    elevator_open_doors(e);
    while (elevator_is_wanted_here(e))
        pthread_cond_wait(&e->called, &e->lock);
    elevator_close_doors(e);
}

static void elevator_travel(struct elevator *e)
{
    elevator_choose_direction(e);
    if (e->direction != IDLE)
        elevator_move(e);
}

/* One stop or one floor; 0 when the lift is shut down. */
static int elevator_step(struct elevator *e)
{
    int is_running;

    pthread_mutex_lock(&e->lock);
    is_running = elevator_await_call(e);
    if (is_running) {
        if (elevator_is_wanted_here(e))
            elevator_serve_floor(e);
        else
            elevator_travel(e);
    }
    pthread_mutex_unlock(&e->lock);
    return is_running;
}

/* ---- What people do with a lift ---- */

static void elevator_call(struct elevator *e, int floor)
{
    pthread_mutex_lock(&e->lock);
    elevator_add_stop(e, floor);
    pthread_mutex_unlock(&e->lock);
}

/* Waits for open doors at a floor. */
static void elevator_await(struct elevator *e, int floor)
{
    while (!e->is_open || e->floor != floor)
        pthread_cond_wait(&e->arrived, &e->lock);
}

/* Gets in and presses a button; 0 if there was no room. */
static int elevator_enter(struct elevator *e, int floor, int destination)
{
    int has_entered = 0;

    pthread_mutex_lock(&e->lock);
    elevator_await(e, floor);
    if (!elevator_is_full(e)) {
#if FAULT
        pthread_mutex_unlock(&e->lock);
        pthread_mutex_lock(&e->lock);
#endif
        elevator_add_rider(e, destination);
        elevator_remove_stop(e, floor);
        elevator_add_stop(e, destination);
        has_entered = 1;
    } else {
        pthread_cond_wait(&e->arrived, &e->lock);
    }
    pthread_mutex_unlock(&e->lock);
    return has_entered;
}

static void elevator_leave(struct elevator *e, int destination)
{
    pthread_mutex_lock(&e->lock);
    elevator_await(e, destination);
    elevator_remove_rider(e, destination);
    elevator_remove_stop(e, destination);
    pthread_cond_signal(&e->called);
    pthread_cond_broadcast(&e->arrived);
    pthread_mutex_unlock(&e->lock);
}

static void elevator_shut_down(struct elevator *e)
{
    pthread_mutex_lock(&e->lock);
    e->is_shut_down = 1;
    pthread_cond_signal(&e->called);
    pthread_mutex_unlock(&e->lock);
}

/* ---- Threads ---- */

static void elevators_init(void)
{
    for (int i = 0; i < LIFTS; i++) {
        pthread_mutex_init(&elevators[i].lock, 0);
        pthread_cond_init(&elevators[i].called, 0);
        pthread_cond_init(&elevators[i].arrived, 0);
        elevators[i].rider = calloc(CAPACITY, sizeof(int));
    }
}

static void *elevator_run(void *argument)
{
    struct elevator *e = argument;

    while (elevator_step(e))
        ;
    assert(e->riders == 0);
    free(e->rider);
    return 0;
}

static void *person_run(void *argument)
{
    const struct person *p = argument;
    int lift = LIFTS > 1 ? evercheck_choose(0, LIFTS - 1) : 0;

    elevator_call(&elevators[lift], p->origin);
    while (!elevator_enter(&elevators[lift], p->origin, p->destination))
        ;
    in_lift[p->id] = 1 + lift;
    elevator_leave(&elevators[lift], p->destination);
    in_lift[p->id] = 0;
    return 0;
}

int main(void)
{
    pthread_t lift[LIFTS], thread[PEOPLE];
    struct person person[PEOPLE];

    elevators_init();
    for (int i = 0; i < PEOPLE; i++) {
        person[i].id = i;
        person[i].origin = evercheck_choose(0, FLOORS - 1);
        person[i].destination = evercheck_choose(0, FLOORS - 1);
        __VERIFIER_assume(person[i].origin != person[i].destination);
    }
    for (int i = 0; i < LIFTS; i++)
        pthread_create(&lift[i], 0, elevator_run, &elevators[i]);
    for (int i = 0; i < PEOPLE; i++)
        pthread_create(&thread[i], 0, person_run, &person[i]);
    for (int i = 0; i < PEOPLE; i++)
        pthread_join(thread[i], 0);
    for (int i = 0; i < LIFTS; i++)
        elevator_shut_down(&elevators[i]);
    for (int i = 0; i < LIFTS; i++)
        pthread_join(lift[i], 0);
    for (int i = 0; i < PEOPLE; i++)
        assert(!in_lift[i]);
    return 0;
}

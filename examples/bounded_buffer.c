/*
 * A bounded buffer: one producer and one consumer share a ring of SLOTS numbers, guarded by a mutex and two
 * condition variables. What goes in comes out, in order; the assertions say so.
 *
 *   evercheck cfa examples/bounded_buffer.c
 *   cc -pthread examples/bounded_buffer.c && ./a.out
 */

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#ifndef SLOTS
#define SLOTS 2
#endif
#define ITEMS 4

struct buffer {
    int slot[SLOTS];
    unsigned head;  /* next to take */
    unsigned count; /* slots in use */
    pthread_mutex_t lock;
    pthread_cond_t not_full;
    pthread_cond_t not_empty;
};

static struct buffer buffer = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .not_full = PTHREAD_COND_INITIALIZER,
    .not_empty = PTHREAD_COND_INITIALIZER,
};

static void put(struct buffer *b, int value)
{
    pthread_mutex_lock(&b->lock);
    while (b->count == SLOTS)
        pthread_cond_wait(&b->not_full, &b->lock);
    b->slot[(b->head + b->count) % SLOTS] = value;
    b->count++;
    assert(b->count <= SLOTS);
    pthread_cond_signal(&b->not_empty);
    pthread_mutex_unlock(&b->lock);
}

static int take(struct buffer *b)
{
    int value;

    pthread_mutex_lock(&b->lock);
    while (b->count == 0)
        pthread_cond_wait(&b->not_empty, &b->lock);
    value = b->slot[b->head];
    b->head = (b->head + 1) % SLOTS;
    b->count--;
    pthread_cond_signal(&b->not_full);
    pthread_mutex_unlock(&b->lock);
    return value;
}

static void *produce(void *argument)
{
    for (int i = 1; i <= ITEMS; i++)
        put(argument, i);
    return NULL;
}

static void *consume(void *argument)
{
    for (int i = 1; i <= ITEMS; i++) {
        int value = take(argument);
        assert(value == i);
    }
    return NULL;
}

int main(void)
{
    pthread_t producer, consumer;

    if (pthread_create(&producer, NULL, produce, &buffer) != 0)
        return 1;
    if (pthread_create(&consumer, NULL, consume, &buffer) != 0)
        return 1;
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    assert(buffer.count == 0);
    printf("%d items passed through %d slots\n", ITEMS, SLOTS);
    return 0;
}

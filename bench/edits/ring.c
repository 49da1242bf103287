//// FILE ring.h
#ifndef RING_H
#define RING_H
#include <pthread.h>

#define SLOTS 2

struct ring {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int slots[SLOTS];
    int first;
    int count;
};

void ring_init(struct ring *ring);
void ring_put(struct ring *ring, int value);
int ring_take(struct ring *ring);
#endif
//// FILE ring.c
// Part of a bounded buffer between threads.
#include "ring.h"

static int puts_made;

static int place(const struct ring *ring, int offset) {
    return (ring->first + offset) % SLOTS;
}

void ring_init(struct ring *ring) {
    pthread_mutex_init(&ring->lock, NULL);
    pthread_cond_init(&ring->changed, NULL);
    ring->first = 0;
    ring->count = 0;
}

void ring_put(struct ring *ring, int value) {
    pthread_mutex_lock(&ring->lock);
    while (ring->count == SLOTS)
        pthread_cond_wait(&ring->changed, &ring->lock);
    ring->slots[place(ring, ring->count)] = value;
    ring->count++;
    puts_made++;
    pthread_cond_broadcast(&ring->changed);
    pthread_mutex_unlock(&ring->lock);
}

int ring_take(struct ring *ring) {
    pthread_mutex_lock(&ring->lock);
    while (ring->count == 0)
        pthread_cond_wait(&ring->changed, &ring->lock);
    int value = ring->slots[ring->first];
    ring->first = place(ring, 1);
    ring->count--;
    pthread_cond_broadcast(&ring->changed);
    pthread_mutex_unlock(&ring->lock);
    return value;
}
//// FILE main.c
// Two producers and a consumer that share a ring.
#include <assert.h>
#include <stdio.h>
#include <evercheck.h>
#include "ring.h"

#define PRODUCERS 2
#define EACH 2

static struct ring ring;

static void *produce(void *argument) {
    int base = *(int *)argument;
    for (int i = 0; i < EACH; i++)
        ring_put(&ring, base + i);
    return NULL;
}

int main(void) {
    pthread_t threads[PRODUCERS];
    int bases[PRODUCERS];
    ring_init(&ring);
    for (int i = 0; i < PRODUCERS; i++) {
        bases[i] = 10 * (i + 1);
        if (pthread_create(&threads[i], NULL, produce, &bases[i]) != 0)
            return 1;
    }
    int sum = 0;
    for (int i = 0; i < PRODUCERS * EACH; i++)
        sum += ring_take(&ring);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(threads[i], NULL);
    assert(sum == 62);
    return 0;
}

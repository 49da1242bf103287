// expect: true
// A queue of allocated nodes under a lock: two threads put N values each, two take N each and free the nodes.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#ifndef N
#define N 2
#endif

struct node { struct node *next; char value; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t items;
static struct node *first, *last;
static char seats[2];

static void *put(void *seat) {
    for (int i = 0; i < N; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = 1 + ((char *)seat - seats);
        node->next = NULL;
        pthread_mutex_lock(&lock);
        if (first) last->next = node;
        else first = node;
        last = node;
        pthread_mutex_unlock(&lock);
        sem_post(&items);
    }
    return NULL;
}

static void *take(void *argument) {
    for (int i = 0; i < N; i++) {
        sem_wait(&items);
        pthread_mutex_lock(&lock);
        struct node *node = first;
        assert(node);
        first = node->next;
        pthread_mutex_unlock(&lock);
        assert(node->value == 1 || node->value == 2);
        free(node);
    }
    return argument;
}

int main(void) {
    pthread_t t;
    sem_init(&items, 0, 0);
    for (int i = 0; i < 2; i++) pthread_create(&t, NULL, put, &seats[i]);
    for (int i = 0; i < 2; i++) pthread_create(&t, NULL, take, NULL);
    pthread_exit(NULL);
}

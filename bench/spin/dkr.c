// expect: true
// Dolev, Klawe and Rodeh's election of a leader among N nodes in a ring. Links are allocated, and every node is
// given pointers to the two it has.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

enum { PLACES = 2 * N, SECOND = 64 };

struct link { sem_t items; char in, out, messages[PLACES]; };
struct node { struct link *from, *to; char own; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char leaders;

static void send(struct link *link, int message) {
    int at = link->in;
    link->messages[at] = message;
    link->in = (at + 1) % PLACES;
    sem_post(&link->items);
}

static int receive(struct link *link) {
    sem_wait(&link->items);
    int at = link->out, message = link->messages[at];
    link->out = (at + 1) % PLACES;
    return message;
}

static void *run(void *argument) {
    struct node *node = argument;
    struct link *from = node->from, *to = node->to;
    int most = node->own, is_active = 1, left = 0;
    send(to, most);
    for (;;) {
        int message = receive(from);
        if (message == 0) {
            if (is_active != 2) send(to, 0);
            break;
        }
        if (!is_active) {
            send(to, message);
        } else if (message < SECOND) {
            if (message != most) {
                left = message;
                send(to, SECOND + message);
            } else {
                pthread_mutex_lock(&lock);
                leaders++;
                assert(leaders == 1);
                pthread_mutex_unlock(&lock);
                is_active = 2;
                send(to, 0);
            }
        } else {
            message -= SECOND;
            if (left > message && left > most) {
                most = left;
                send(to, most);
            } else {
                is_active = 0;
            }
            left = 0;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    struct link *links[N];
    struct node *nodes[N];
    for (int i = 0; i < N; i++) {
        links[i] = calloc(1, sizeof *links[i]);
        sem_init(&links[i]->items, 0, 0);
    }
    for (int i = 0; i < N; i++) {
        nodes[i] = malloc(sizeof *nodes[i]);
        nodes[i]->from = links[i];
        nodes[i]->to = links[(i + 1) % N];
        nodes[i]->own = N - i;
        pthread_create(&t, NULL, run, nodes[i]);
    }
    pthread_exit(NULL);
}

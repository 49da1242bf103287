// expect: true
// Chang and Roberts' election of a leader among N nodes in a ring. Identities fall along the ring, which makes the
// most messages. A link is a buffer with one reader and one writer; at most N + 1 messages ever go through it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef N
#define N 4
#endif

enum { ELECTED = N + 1 };

static struct { sem_t items; char messages[N + 1]; } links[N];
static char leader;
static char seats[N];

static void *node(void *seat) {
    int i = (char *)seat - seats, to = (i + 1) % N, own = N - i;
    int sent = 0, received = 0, message = own;
    for (;;) {
        links[to].messages[sent++] = message;
        sem_post(&links[to].items);
        if (message == ELECTED) break;
        do {
            sem_wait(&links[i].items);
            message = links[i].messages[received++];
        } while (message < own);
        if (message == own) {
            assert(leader == 0);
            leader = own;
            assert(own == N);
            message = ELECTED;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < N; i++) sem_init(&links[i].items, 0, 0);
    for (int i = 0; i < N; i++) pthread_create(&t, NULL, node, &seats[i]);
    pthread_exit(NULL);
}

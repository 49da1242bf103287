// expect: true
// A ticket lock for three threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next_ticket, serving;
static int x;

static void *add(void *argument) {
    int own = atomic_fetch_add(&next_ticket, 1);
    while (serving != own) {}
    x++;
    serving++;
    return argument;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    assert(x == 3);
    return 0;
}

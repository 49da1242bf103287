// expect: true
// trywait takes what is there and does not wait for more.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

int main(void) {
    sem_t s;
    sem_init(&s, 0, 1);
    assert(sem_trywait(&s) == 0);
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    sem_post(&s);
    assert(sem_trywait(&s) == 0);
    sem_destroy(&s);
    return 0;
}

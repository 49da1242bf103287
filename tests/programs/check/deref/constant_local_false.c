// expect: false(valid-deref)
// A thread writes to a const local of the one that created it.
#include <pthread.h>

struct job { int first, last; };

static void *work(void *given) {
    struct job *job = given;
    if (job->first == 1) job->last = 0;
    return 0;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        const struct job job = {i, i};
        pthread_t id;
        pthread_create(&id, 0, work, (void *)&job);
        pthread_join(id, 0);
    }
    return 0;
}

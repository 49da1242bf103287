// expect: true
// Threads read a const local of the one that created them, which is initialised again before each of them begins.
#include <pthread.h>

struct job { int first, last : 4; char name[9]; };

static void *work(void *given) {
    const struct job *job = given;
    return job->first + job->last + job->name[0] ? given : 0;
}

int main(void) {
    const struct job other = {7, 7, "other"};
    int i = 0;
again:;
    const struct job job = {i, i, "job"}, copy = other;
    pthread_t ids[2];
    pthread_create(&ids[0], 0, work, (void *)&job);
    pthread_create(&ids[1], 0, work, (void *)&copy);
    pthread_join(ids[0], 0);
    pthread_join(ids[1], 0);
    if (++i < 3) goto again;
    return 0;
}

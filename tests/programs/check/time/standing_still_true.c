// expect: true
// options: --clock stepped:2
// Two threads see one clock, and no more of it than the bound lets it go on.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static _Atomic long theirs;

static void *look(void *argument) { theirs = time(0); return argument; }

int main(void) {
    pthread_t t;
    time_t first = time(0);
    pthread_create(&t, 0, look, 0);
    time_t second = time(0);
    pthread_join(t, 0);
    time_t third = time(0);
    assert(first <= theirs && first <= second && second <= third && theirs <= third);
    assert(third - 1000000000 <= 2);
    return 0;
}

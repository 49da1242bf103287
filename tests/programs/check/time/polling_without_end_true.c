// expect: true
// options: --clock stepped:5
// A program that asks for the time without end: the clock stands still after five steps.
#include <assert.h>
#include <time.h>

int main(void) {
    struct timespec first, last, now;
    clock_gettime(CLOCK_MONOTONIC, &first);
    last = first;
    for (;;) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        assert(now.tv_sec >= last.tv_sec && now.tv_nsec == 0);
        assert(now.tv_sec - first.tv_sec <= 5);
        last = now;
    }
}

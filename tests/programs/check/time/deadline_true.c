// expect: true
// options: --clock stepped
// A wait for a deadline ends, however long a round of it takes.
#include <assert.h>
#include <time.h>

int main(void) {
    time_t start = time(0), now = start;
    int rounds = 0;
    while ((now = time(0)) < start + 30)
        if (rounds < 3) rounds++;
    assert(now == start + 30 && rounds <= 3);
    return 0;
}

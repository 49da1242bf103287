// expect: true
// options: --clock stepped
// Time never goes back, and may stand still.
#include <assert.h>
#include <time.h>

int main(void) {
    time_t first = time(0);
    clock_t start = clock();
    assert(time(0) >= first);
    assert(clock() >= start);
    return 0;
}

// expect: false(unreach-call)
// A moment may be later than the last one.
#include <assert.h>
#include <time.h>

int main(void) {
    time_t first = time(0);
    assert(time(0) == first);
    return 0;
}

// expect: false(unreach-call)
// A moment is stored where the argument points to, also in the run that shows the violation.
#include <assert.h>
#include <time.h>

int main(void) {
    time_t stored;
    time(&stored);
    if (stored < 0)
        return 1;
    assert(time(0) < 5);
    return 0;
}

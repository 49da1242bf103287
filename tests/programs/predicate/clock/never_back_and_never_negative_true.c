// expect: true
// Neither clock goes back, and neither begins before zero.
#include <assert.h>
#include <time.h>

int main(void) {
    time_t first = time(0), second = time(0);
    clock_t start = clock(), end = clock();
    assert(first >= 0 && second >= first);
    assert(start >= 0 && end >= start);
    return 0;
}

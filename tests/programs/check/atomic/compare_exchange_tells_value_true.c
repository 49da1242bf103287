// expect: true
// A compare-exchange that fails writes the value it found.
#include <assert.h>
#include <stdatomic.h>

extern int evercheck_choose(int, int);

int main(void) {
    atomic_int x = evercheck_choose(0, 3);
    int old = x, seen = 2;
    if (atomic_compare_exchange_strong(&x, &seen, 9))
        assert(old == 2 && seen == 2 && x == 9);
    else
        assert(old != 2 && seen == old && x == old);
    return 0;
}

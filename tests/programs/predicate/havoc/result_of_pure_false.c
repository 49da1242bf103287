// expect: false(unreach-call)
// options: --property unreach-call --externs pure
// A pure function returns anything.
#include <assert.h>

extern int outside(void);

int main(void) {
    assert(outside() == outside());
    return 0;
}

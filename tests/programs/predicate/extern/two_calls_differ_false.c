// expect: false(unreach-call)
// Two calls may have different results.
#include <assert.h>

extern int outside(void);

int main(void) {
    int a = outside(), b = outside();
    assert(a == b);
    return 0;
}

// expect: true
// Each call of a function that is nowhere defined is kept, and compared with itself.
#include <assert.h>

extern int outside(void);

int main(void) {
    int a = outside(), b = a;
    assert(a == b);
    return 0;
}

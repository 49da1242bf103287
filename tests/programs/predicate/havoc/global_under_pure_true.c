// expect: true
// options: --property unreach-call --externs pure
// A pure function changes no global.
#include <assert.h>

int shared = 1;
extern void outside(void);

int main(void) {
    outside();
    assert(shared == 1);
    return 0;
}

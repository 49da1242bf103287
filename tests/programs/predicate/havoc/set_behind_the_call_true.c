// expect: true
// options: --property unreach-call --externs havoc
// What is written behind the call is known.
#include <assert.h>

int shared;
extern void outside(void);

int main(void) {
    outside();
    shared = 7;
    assert(shared == 7);
    return 0;
}

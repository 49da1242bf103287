// expect: true
// options: --property unreach-call --externs havoc
// What is const stays as it is.
#include <assert.h>

const int table[4] = {1, 2, 3, 4};
extern unsigned outside(void);

int main(void) {
    unsigned i = outside() % 4;
    assert(table[i] >= 1);
    return 0;
}

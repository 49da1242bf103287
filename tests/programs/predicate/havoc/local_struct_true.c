// expect: true
// options: --property unreach-call --externs havoc
// Nor one of a structure.
#include <assert.h>

struct pair { int a, b; };
extern void outside(void);

int main(void) {
    struct pair mine = {1, 2};
    outside();
    assert(mine.a + mine.b == 3);
    return 0;
}

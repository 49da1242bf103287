// expect: false(unreach-call)
// The store goes to the object that the pointer had before.
#include <assert.h>

int main(void) {
    int a = 1, b = 2;
    int *p = &a;
    int **pp = &p;
    *p = 3;
    *pp = &b;
    assert(a == 1 && b == 3);
    return 0;
}

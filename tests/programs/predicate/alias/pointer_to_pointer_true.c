// expect: true
// A store through a pointer to a pointer redirects the pointer.
#include <assert.h>

int main(void) {
    int a = 1, b = 2;
    int *p = &a;
    int **pp = &p;
    *pp = &b;
    *p = 3;
    assert(a == 1 && b == 3);
    return 0;
}

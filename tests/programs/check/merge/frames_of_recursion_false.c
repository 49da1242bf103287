// expect: false(unreach-call)
// Frames of one function are told apart.
#include <assert.h>
int evercheck_choose(int, int);
int deep(int n, int *up) { int own = evercheck_choose(0, 1); *up += own; if (n == 0) return own; int r = deep(n - 1, &own); evercheck_choose(0, 1); return r + own; }
int main(void) { int base = 0; int r = deep(2, &base); assert(!(r == 5 && base == 1)); return 0; }

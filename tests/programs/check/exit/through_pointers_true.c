// expect: true
// longjmp and exit, called through pointers.
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
jmp_buf b;
int n;
void h(void) { assert(n == 1); }
void g(void) { void (*j)(jmp_buf, int) = (void (*)(jmp_buf, int))longjmp; j(b, 3); }
int main(void) {
    void (*e)(int) = exit;
    atexit(h);
    if (setjmp(b) == 0) { g(); assert(0); }
    n = 1;
    e(0);
    assert(0);
}

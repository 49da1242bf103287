// expect: false(unreach-call)
// What setjmp keeps is kept across states.
#include <assert.h>
#include <setjmp.h>
int evercheck_choose(int, int);
jmp_buf b;
void g(int c) { evercheck_choose(0, 1); longjmp(b, c + 1); }
int main(void) {
    volatile int v = 0;
    int keep = evercheck_choose(0, 1);
    int r = setjmp(b);
    if (r == 0) { v = evercheck_choose(1, 2); g(evercheck_choose(0, 1)); }
    evercheck_choose(0, 1);
    assert(!(v == 2 && r == 2 && keep == 1));
    return 0;
}

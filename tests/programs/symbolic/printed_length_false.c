// expect: false(unreach-call)
// How long a number is in decimal is taken.
#include <assert.h>
#include <stdio.h>

extern int evercheck_choose(int, int);

int main(void) {
    int x = evercheck_choose(-20, 150);
    assert(printf("%d", x) < 3);
    return 0;
}

// expect: unknown(not-modelled)
// What is put back in front of standard input is no part of the state, and is not modelled: two states that differ only in that
// are not taken for one.
#include <assert.h>
#include <stdio.h>

extern int evercheck_choose(int, int);

int main(void) {
    ungetc(evercheck_choose(0, 1) ? 'a' : 'b', stdin);
    evercheck_choose(0, 1);
    assert(getchar() == 'b');
    return 0;
}

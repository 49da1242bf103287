// expect: false(unreach-call)
// Two states that differ only in whether a stream has an error.
#include <assert.h>
#include <stdio.h>

extern int evercheck_choose(int, int);

int main(void) {
    if (evercheck_choose(0, 1)) fputc('a', stdin);
    evercheck_choose(0, 1);
    assert(!ferror(stdin));
    return 0;
}

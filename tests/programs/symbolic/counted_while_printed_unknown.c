// expect: unknown(not-modelled)
// The characters before %n are counted, an input among them.
#include <assert.h>
#include <stdio.h>

extern int evercheck_choose(int, int);

int main(void) {
    int x = evercheck_choose(-20, 150), count = 0;
    printf("%d%n", x, &count);
    assert(count < 3);
    return 0;
}

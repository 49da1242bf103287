// expect: true
// options: --property unreach-call --externs havoc
// Functions of the C library do not change the globals.
#include <assert.h>

#include <stdio.h>
int shared = 1;

int main(void) {
    printf("%d\n", shared);
    assert(shared == 1);
    return 0;
}

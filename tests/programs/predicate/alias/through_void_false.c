// expect: false(unreach-call)
// Behind the void pointer is the other variable.
#include <assert.h>

static void set(void *context, int value) {
    *(int *)context = value;
}

int main(void) {
    int a = 0, b = 0;
    void *context = &b;
    set(context, 7);
    assert(a == 7 && b == 0);
    return 0;
}

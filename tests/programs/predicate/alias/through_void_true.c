// expect: true
// A pointer that goes through void * is the same.
#include <assert.h>

static void set(void *context, int value) {
    *(int *)context = value;
}

int main(void) {
    int a = 0, b = 0;
    void *context = &a;
    set(context, 7);
    assert(a == 7 && b == 0);
    return 0;
}

// expect: unknown(not-modelled)
// Labels of two functions are different values, and whether they are at one place is not modelled.
#include <assert.h>

int evercheck_choose(int low, int high);

static void *first(void) {
    void *label = &&here;
    goto *label;
here:
    return label;
}

static void *second(void) {
    void *label = &&there;
    goto *label;
there:
    return label;
}

static void *kept;

int main(void) {
    kept = evercheck_choose(0, 1) ? second() : first();
    evercheck_choose(0, 1);
    assert(kept == first());
}

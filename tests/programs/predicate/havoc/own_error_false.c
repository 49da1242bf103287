// expect: false(unreach-call)
// options: --property unreach-call --externs havoc
// Errors that do not depend on what is outside are found.
#include <assert.h>

int shared = 1;
extern int outside(void);

int main(void) {
    int result = outside();
    assert(result != 5);
    return shared;
}

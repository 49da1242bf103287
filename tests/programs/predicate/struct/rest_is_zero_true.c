// expect: true
// What an initialiser does not mention is zero.
#include <assert.h>

extern void reach_error(void);

struct options { int a, b, c, d; };

int main(void) {
    struct options o = {1, .c = 3};
    assert(o.a == 1 && o.b == 0 && o.c == 3);
    if (o.d != 0) reach_error();
    return 0;
}

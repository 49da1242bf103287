// expect: true
// Inputs are copied as bytes, and moved over each other.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };
int main(void) {
    int x = __VERIFIER_nondet_int();
    struct pair p = {x, 5}, q;
    memcpy(&q, &p, sizeof p);
    assert(q.b == 5);
    if (x > 5) assert(q.a > 5);
    int a[3] = {x, 2, 3};
    memmove(a + 1, a, 2 * sizeof *a);
    if (a[1] == 9) assert(q.a == 9 && a[0] == 9 && a[2] == 2);
    memset(a, 0, sizeof a);
    assert(a[1] == 0);
    return 0;
}

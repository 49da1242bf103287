// expect: true
// Padding that is set: by memset, by an initialiser that leaves members out (as gcc has it), in static objects.
#include <assert.h>
#include <string.h>

struct key { char kind; int number, more; };

static struct key constant = { 1, 2, 3 };

int main(void) {
    struct key a, b = { 1 }, none = { 0 };
    memset(&a, 0, sizeof a);
    a.kind = 1;
    assert(memcmp(&a, &b, sizeof a) == 0);
    a.kind = 0;
    assert(memcmp(&a, &none, sizeof a) == 0);
    a = (struct key){ .number = 2 };
    a.kind = 1;
    a.more = 3;
    assert(memcmp(&a, &constant, sizeof a) == 0);
    return 0;
}

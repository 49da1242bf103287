// expect: false(unreach-call)
// The offset is that of another member.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct link { struct link *next; };
struct item { int key; struct link link; struct link other; int value; };

int main(void) {
    struct item item = {1, {NULL}, {NULL}, 2};
    struct link *link = &item.other;
    struct item *around = (struct item *)((char *)link - offsetof(struct item, other));
    int value = __VERIFIER_nondet_int();
    around->value = value;
    assert(item.key == 1 && item.value == 2);
    return 0;
}

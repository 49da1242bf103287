// expect: false(unreach-call)
// It is expected that the struct stays as it was.
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

struct link { struct link *next; };
struct item { int key; struct link link; int value; };

int main(void) {
    struct item item = {1, {NULL}, 2};
    struct link *link = &item.link;
    struct item *around = (struct item *)((char *)link - offsetof(struct item, link));
    int value = __VERIFIER_nondet_int();
    around->value = value;
    assert(item.key == 1 && item.value == 2);
    return 0;
}

// expect: false(unreach-call)
// It is believed that the field has its old value.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct device { int id, open; };
static struct device device;

int main(void) {
    int *open = &device.open;
    device.open = 0;
    *open = 1;
    if (device.open) reach_error();
    device.open = __VERIFIER_nondet_int();
    assert(*open == device.open);
    return 0;
}

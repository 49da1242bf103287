// expect: false(unreach-call)
// The flag is left set when the pointer is cleared.
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int cell;
static int *current;
static int valid;

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            current = &cell;
            valid = 1;
        } else {
            current = NULL;
            if (cell != 3) valid = 0;
        }
        if (valid && !current) reach_error();
        if (current) *current = __VERIFIER_nondet_int();
    }
    return 0;
}

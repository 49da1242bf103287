// expect: false(valid-deref)
// options: --property valid-deref
// A stack that is tested too late.
extern int __VERIFIER_nondet_int(void);

static int stack[2];
static unsigned top;
int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            if (top <= 2) stack[top++] = 1;
        } else if (top > 0) {
            top--;
        }
    }
    return 0;
}

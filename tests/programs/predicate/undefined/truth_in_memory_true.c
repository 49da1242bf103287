// expect: true
// options: --property no-undefined-behaviour
extern int __VERIFIER_nondet_int(void);

_Bool is_open;

int main(void) {
    while (__VERIFIER_nondet_int()) {
        is_open = !is_open;
        if (__VERIFIER_nondet_int())
            is_open = __VERIFIER_nondet_int();
    }
    return is_open;
}

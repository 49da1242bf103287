// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
extern int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int() == 4711)
        __builtin_trap();
    return 0;
}

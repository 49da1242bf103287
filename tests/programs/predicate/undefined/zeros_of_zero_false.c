// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    return __builtin_ctz(__VERIFIER_nondet_uint());
}

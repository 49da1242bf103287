// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
extern int __VERIFIER_nondet_int(void);

static int rank(int kind) {
    switch (kind % 3) {
    case 0:
        return 1;
    case 1:
        return 2;
    case 2:
        return 3;
    }
    __builtin_unreachable();
}

int main(void) {
    return rank(__VERIFIER_nondet_int());
}

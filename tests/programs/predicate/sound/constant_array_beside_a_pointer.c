// expect: false(unreach-call)
// A pointer leads to a constant array or to one that changes.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static const int fixed[2] = {1, 2};

int main(void) {
    int own[2] = {1, 2};
    const int *p = __VERIFIER_nondet_int() ? fixed : own;
    own[1] = 3;
    if (p[1] != fixed[1]) reach_error();
    return 0;
}

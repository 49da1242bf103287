// expect: false(unreach-call)
// The magnitude of the smallest int is greater than the largest int.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned magnitude = x < 0 ? 0u - (unsigned)x : (unsigned)x;
    if (magnitude > 2147483647u) reach_error();
    return 0;
}

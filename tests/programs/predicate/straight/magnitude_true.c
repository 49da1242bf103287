// expect: true
// The magnitude of an int, taken as unsigned, is at most 2 to the 31st: the smallest int has that.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned magnitude = x < 0 ? 0u - (unsigned)x : (unsigned)x;
    if (magnitude > 2147483648u) reach_error();
    return 0;
}

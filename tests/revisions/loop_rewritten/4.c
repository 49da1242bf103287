// expect: false(unreach-call)
// And odd.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned char sum = 0;
    while (__VERIFIER_nondet_bool()) {
        sum += 3;
    }
    if (sum & 1) reach_error();
    return 0;
}

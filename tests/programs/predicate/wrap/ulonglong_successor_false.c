// expect: false(unreach-call)
// The successor of the largest unsigned long long is 0.
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void reach_error(void);

int main(void) {
    unsigned long long u = __VERIFIER_nondet_ulonglong();
    if (u + 1 <= u) reach_error();
    return 0;
}

// expect: true
// Three locks, each taken under its own condition and released under the same.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        int p1 = __VERIFIER_nondet_int(), p2 = __VERIFIER_nondet_int(), p3 = __VERIFIER_nondet_int();
        int lk1 = 0, lk2 = 0, lk3 = 0;
        if (p1) lk1 = 1;
        if (p2) lk2 = 1;
        if (p3) lk3 = 1;
        if (p1) {
            if (lk1 != 1) goto error;
            lk1 = 0;
        }
        if (p2) {
            if (lk2 != 1) goto error;
            lk2 = 0;
        }
        if (p3) {
            if (lk3 != 1) goto error;
            lk3 = 0;
        }
    }
    return 0;
error:
    reach_error();
    return 1;
}

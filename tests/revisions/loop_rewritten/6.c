// expect: true
// By a jump.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned char sum = 0;
    again: if (__VERIFIER_nondet_bool()) {
        sum += 3;
        sum += 5;
        goto again;
    }
    if (sum & 1) reach_error();
    return 0;
}

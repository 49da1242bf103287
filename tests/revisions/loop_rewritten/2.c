// expect: true
// As for.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned char sum = 0;
    for (int i = 0; i < 5; i++) {
        sum += 2;
    }
    if (sum & 1) reach_error();
    return 0;
}

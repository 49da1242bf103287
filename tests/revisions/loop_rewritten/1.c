// expect: true
// The sum of a loop is even: the same loop in several ways.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned char sum = 0;
    int i = 0;
    while (i < 5) {
        sum += 2;
        i++;
    }
    if (sum & 1) reach_error();
    return 0;
}

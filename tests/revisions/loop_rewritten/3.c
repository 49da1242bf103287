// expect: true
// Until somebody says stop.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned char sum = 0;
    while (__VERIFIER_nondet_bool()) {
        sum += 2;
    }
    if (sum & 1) reach_error();
    return 0;
}

// expect: true
// The remainder is moved into 0..4.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int slot = (x % 5 + 5) % 5;
    if (slot < 0 || slot > 4) reach_error();
    return 0;
}

// expect: true
// An index is checked from above, and has no sign.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int table[4] = {1, 2, 3, 4};

static int at(unsigned i) {
    if (i >= 4) return 0;
    return table[i];
}

int main(void) {
    int i = __VERIFIER_nondet_int();
    int x = at(i);
    if (x < 0 || x > 4) reach_error();
    if (i < 0 && x != 0) reach_error();
    return 0;
}

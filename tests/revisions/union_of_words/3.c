// expect: true
// And what is looked at, too.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

union word {
    unsigned whole;
    unsigned short half[2];
};

static union word w;

static void set_low(unsigned short x) {
    w.half[1] = x;
}

int main(void) {
    w.whole = 0x10000u;
    while (__VERIFIER_nondet_bool()) set_low(__VERIFIER_nondet_int());
    if (w.half[0] != 0) reach_error();
    return 0;
}

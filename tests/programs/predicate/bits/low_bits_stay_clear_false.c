// expect: false(unreach-call)
// A stride of six changes them.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned tagged = 0x1000u | 3u;
    while (__VERIFIER_nondet_bool()) {
        tagged += 6;
        if ((tagged & 3u) != 3u) reach_error();
    }
    return 0;
}

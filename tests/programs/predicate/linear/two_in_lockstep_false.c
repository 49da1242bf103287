// expect: false(unreach-call)
// One of two counters is left behind when the input is negative.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned x = 0, y = 0;
    int more = __VERIFIER_nondet_int();
    while (more) {
        x++;
        if (more > 0) y++;
        more = __VERIFIER_nondet_int();
    }
    if (x != y) reach_error();
    return 0;
}

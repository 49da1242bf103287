// expect: false(unreach-call)
// One state goes back without resetting the counter.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int state = 8464, blocked = 0;
    for (;;) {
        int input = __VERIFIER_nondet_int();
        if (state == 8464) {
            blocked = 0;
            state = input ? 8480 : 8464;
        } else if (state == 8480) {
            blocked++;
            state = input > 0 ? 8496 : 8480;
        } else if (state == 8496) {
            blocked++;
            if (input == 1) return 0;
            state = 8464;
        }
        if (blocked > 2) reach_error();
    }
}

// expect: false(unreach-call)
// The flag of a transfer is cleared with all others.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { AWAKE = 1, BUSY = 2, ERROR = 4 };

int main(void) {
    unsigned flags = AWAKE;
    int transfers = 0;
    for (;;) {
        int command = __VERIFIER_nondet_int();
        if (command == 0 && (flags & AWAKE) && transfers == 0) {
            transfers = 1;
            flags |= BUSY;
        } else if (command == 1 && transfers == 1) {
            transfers = 0;
            flags &= ~(unsigned)BUSY;
        } else if (command == 2) {
            flags |= ERROR;
        } else if (command == 3) {
            flags &= AWAKE;
        } else if (command == 4 && !(flags & BUSY)) {
            flags &= ~(unsigned)AWAKE;
        } else if (command == 5) {
            flags |= AWAKE;
        }
        if (transfers && !(flags & AWAKE)) reach_error();
    }
}

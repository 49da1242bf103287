// expect: true
// Reading a register until it is ready, or giving up: the lock is released on both ways.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

extern unsigned outside_unsigned(void);

int main(void) {
    int locked = 0, tries;
    while (__VERIFIER_nondet_bool()) {
        if (locked) reach_error();
        locked = 1;
        for (tries = 0; tries < 3; tries++)
            if (outside_unsigned() & 0x80u) break;
        if (tries == 3) {
            locked = 0;
            continue;
        }
        locked = 0;
    }
    return 0;
}

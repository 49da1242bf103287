// expect: false(unreach-call)
// The lock is still held when the driver gives up.
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
            continue;
        }
        locked = 0;
    }
    return 0;
}

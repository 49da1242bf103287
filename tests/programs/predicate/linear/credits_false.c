// expect: false(unreach-call)
// The sender looks whether there are at most four under way, and sends the fifth.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned sent = 0, received = 0;
    for (;;) {
        if (__VERIFIER_nondet_bool()) {
            if (sent - received <= 4) sent++;
        } else {
            if (sent != received) received++;
        }
        if (sent - received > 4) reach_error();
    }
}

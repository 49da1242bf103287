// expect: false(unreach-call)
// The count is taken after the device was looked up: it may be gone.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned count = 1;
    int is_alive = 1;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            if (count < 1000) {
                count++;
                if (!is_alive) reach_error();
            }
        } else if (is_alive) {
            count--;
            if (count == 0) is_alive = 0;
        }
    }
    return 0;
}

// expect: true
// It is entered in another state.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int limit = 2, count, other;

static void take(void) {
    while (__VERIFIER_nondet_bool()) {
        if (count < limit) count++;
        if (count > 2) reach_error();
    }
}

int main(void) {
    take();
    return other;
}

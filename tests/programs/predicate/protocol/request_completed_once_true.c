// expect: true
// A driver completes each request exactly once.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int pending, completed;

static void complete(void) {
    if (completed) reach_error();
    completed = 1;
    pending = 0;
}

static int dispatch(int kind) {
    pending = 1;
    if (kind == 0) {
        complete();
        return 0;
    }
    if (kind == 1) return 1;
    return -1;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        completed = 0;
        int status = dispatch(__VERIFIER_nondet_int());
        if (status != 0) complete();
        if (!completed || pending) reach_error();
    }
    return 0;
}

// expect: true
// A step more, which cannot fail.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

enum { CLOSED, OPENED, RUNNING };

static int state = CLOSED;

static void expect(int wanted) {
    if (state != wanted) reach_error();
}

static int open_device(void) {
    expect(CLOSED);
    if (__VERIFIER_nondet_bool()) return -1;
    state = OPENED;
    return 0;
}

static int start_device(void) {
    expect(OPENED);
    if (__VERIFIER_nondet_bool()) return -2;
    state = RUNNING;
    return 0;
}

static void close_device(void) {
    if (state == CLOSED) reach_error();
    state = CLOSED;
}

static int probe(void) {
    int status = open_device();
    if (status) goto out;
    status = start_device();
    if (status) goto out_opened;
    expect(RUNNING);
    return 0;
out_opened:
    close_device();
out:
    return status;
}

int main(void) {
    while (__VERIFIER_nondet_bool())
        if (probe() == 0) close_device();
    expect(CLOSED);
    return 0;
}

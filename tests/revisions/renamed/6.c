// expect: true
// A global, with the bug fixed.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int length;

static void enter(int n) {
    int done = 0;
    while (done < n && length < 5) {
        length++;
        done++;
    }
}

static void serve(void) {
    if (length > 0) length--;
}

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        enter(__VERIFIER_nondet_int() & 3);
        serve();
        if (length < 0 || length > 4) reach_error();
    }
    return 0;
}

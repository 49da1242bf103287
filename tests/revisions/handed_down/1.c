// expect: true
// Where a result is to be put is handed down.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int result = 1, depth;

static void below(int *up, int n) {
    if (n > 0) below(up, n - 1);
    else *up = 1;
}

int main(void) {
    below(&result, __VERIFIER_nondet_int() & 3);
    if (result != 1) reach_error();
    return 0;
}

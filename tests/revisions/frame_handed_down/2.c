// expect: true
// And something that outlives the call.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int total = 1;

static void add(int *to) {
    while (*to < 3 && __VERIFIER_nondet_bool()) ++*to;
}

static int sum(void) {
    int own = 1;
    while (__VERIFIER_nondet_bool()) { add(&own); add(&total); }
    return own;
}

int main(void) {
    int it = sum();
    if (it < 1 || it > 3 || total > 3) reach_error();
    return 0;
}

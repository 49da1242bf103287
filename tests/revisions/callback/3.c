// expect: false(unreach-call)
// The second one by three.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int sum;

static void add_one(int *to) { if (*to < 2) *to += 1; }
static void add_two(int *to) { if (*to < 1) *to += 3; }

static void rounds(void (*what)(int *)) {
    while (__VERIFIER_nondet_bool()) what(&sum);
}

int main(void) {
    rounds(add_one);
    rounds(add_two);
    if (sum > 2) reach_error();
    return 0;
}

// expect: true
// One more of them, which it is handed as well.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

struct counter {
    int count;
};

static struct counter first, second, third = {9};

static void run(struct counter *c) {
    while (__VERIFIER_nondet_bool())
        if (c->count < 3) c->count++;
}

int main(void) {
    run(__VERIFIER_nondet_bool() ? &first : &second);
    run(&third);
    if (first.count > 3 || second.count > 3) reach_error();
    return 0;
}

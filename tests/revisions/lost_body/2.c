// expect: false(unreach-call)
// Only declared: it returns anything.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int limit = 4;

int ask(int most);

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_bool()) x = ask(limit);
    if (x > 4 || limit != 4) reach_error();
    return 0;
}

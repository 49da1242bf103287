// expect: true
// The caller goes by what it gets and cannot be misled.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static int limit = 4;

int ask(int most);

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_bool()) x = ask(limit) < 0 ? 4 : 0;
    if (x > 4 || limit != 4) reach_error();
    return 0;
}

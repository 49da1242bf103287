// expect: true
// options: --externs havoc
// It has a body that does nothing.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

void outside(void) {}
int shared = 1;
static int hidden = 1;

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        outside();
        shared = 1;
    }
    if (shared != 1) reach_error();
    return 0;
}

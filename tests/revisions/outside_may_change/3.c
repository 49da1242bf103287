// expect: false(unreach-call)
// options: --externs havoc
// A body that does something, behind which nothing is set.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int shared = 1;
void outside(void) { shared = 2; }
static int hidden = 1;

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        shared = 1;
        outside();
    }
    if (shared != 1) reach_error();
    return 0;
}

// expect: true
// options: --externs havoc
// A local is nobody else's.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

void outside(void);
int shared = 1;
static int hidden = 1;

int main(void) {
    int own = 1;
    while (__VERIFIER_nondet_bool()) {
        outside();
        shared = 1;
    }
    if (own != 1) reach_error();
    return 0;
}

// expect: false(unreach-call)
// It is initialised with an element further on.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int cells[3] = {10, 20, 30};
static int *const cursor = &cells[2];

int main(void) {
    cells[0] = __VERIFIER_nondet_int();
    if (*cursor != 20) reach_error();
    return 0;
}

// expect: true
// A global pointer is initialised with the address of another global.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int cells[3] = {10, 20, 30};
static int *const cursor = &cells[1];

int main(void) {
    cells[0] = __VERIFIER_nondet_int();
    if (*cursor != 20) reach_error();
    return 0;
}

// expect: false(unreach-call)
// The array is reached through a pointer in the struct: the copy has the same array.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct row { int *cells; };

int main(void) {
    int cells[3] = {1, 2, 3};
    struct row a = {cells}, b;
    unsigned i = __VERIFIER_nondet_uint() % 3;
    b = a;
    b.cells[i] = 0;
    if (a.cells[i] == 0) reach_error();
    return 0;
}

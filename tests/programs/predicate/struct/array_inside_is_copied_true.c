// expect: true
// An array inside a struct is copied with it.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct row { int cells[3]; };

int main(void) {
    struct row a = {{1, 2, 3}}, b;
    unsigned i = __VERIFIER_nondet_uint() % 3;
    b = a;
    b.cells[i] = 0;
    if (a.cells[i] == 0) reach_error();
    return 0;
}

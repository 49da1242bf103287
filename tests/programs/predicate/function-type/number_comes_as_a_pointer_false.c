// expect: false(unreach-call)
// A number is passed to a function that takes a pointer, and both come from one object.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int value;
static void set(int *at) { *at = 1; }
static void pass(long address, void (*f)(long)) { f(address); }
static void (*way)(int *, void (*)(long));

int main(void) {
    way = (void (*)(int *, void (*)(long)))pass;
    if (__VERIFIER_nondet_int() == 7) way(&value, (void (*)(long))set);
    if (value) reach_error();
    return 0;
}

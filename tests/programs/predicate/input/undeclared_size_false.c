// expect: false(unreach-call)
// An input that is not declared has the type that its name says, not int.
extern void reach_error(void);

int main(void) {
    unsigned long n = __VERIFIER_nondet_size_t();
    if (n > 4294967296) reach_error();
    return 0;
}

// expect: false(unreach-call)
// Both usual error functions count, although the program defines both.
void reach_error(void) {}
void __VERIFIER_error(void) {}

int main(void) {
    __VERIFIER_error();
    return 0;
}

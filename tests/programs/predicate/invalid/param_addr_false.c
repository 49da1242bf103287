// expect: false(valid-deref)
// options: --property valid-deref
// A parameter of a call that is over.
int *k; int f(int x){ int *p=&x; k=p; return *p; } int main(void) {
    f(1); return *k; }

// expect: false(valid-deref)
// options: --property valid-deref
// The object has ended with its function.
int *f(void){ int x=1; int *p=&x; return p; } int main(void) {
    return *f(); }

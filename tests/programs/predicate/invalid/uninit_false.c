// expect: false(valid-deref)
// options: --property valid-deref
// Nothing was stored in the pointer.
int main(void) {
    int *p; return *p; }

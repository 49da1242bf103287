// expect: false(valid-deref)
// options: --property valid-deref
// The object has ended; its address was kept in a global.
int *k; void f(void){ int x=1; k=&x; } int main(void) {
    f(); return *k; }

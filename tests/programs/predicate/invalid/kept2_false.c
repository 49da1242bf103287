// expect: false(valid-deref)
// options: --property valid-deref
// The same object in another call is not the same.
int *k; void f(int n){ int x=1; if (n) k=&x; else *k=2; } int main(void) {
    f(1); f(0);
    return 0;
}

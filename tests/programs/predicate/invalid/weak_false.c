// expect: false(valid-deref)
// options: --property valid-deref
// What nobody defines has no address.
extern int w __attribute__((weak)); int main(void) {
    return w; }

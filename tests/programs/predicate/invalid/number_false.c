// expect: false(valid-deref)
// options: --property valid-deref
// A number is no address.
int main(void) {
    int *p=(int*)1000000; return *p; }

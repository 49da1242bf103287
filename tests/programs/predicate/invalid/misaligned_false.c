// expect: false(valid-deref)
// options: --property valid-deref
// An int at an odd address.
char a[16]; int main(void) {
    return *(int*)(a+1); }

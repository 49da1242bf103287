// expect: false(valid-deref)
// options: --property valid-deref
// An int that is half behind the array.
short a[3]; int main(void) {
    return *(int*)(a+2); }

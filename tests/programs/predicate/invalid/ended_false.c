// expect: false(valid-deref)
// options: --property valid-deref
// The object has ended with its block.
int main(void) {
    int *p; { int b[2]; b[0]=1; p=b; } return *p; }

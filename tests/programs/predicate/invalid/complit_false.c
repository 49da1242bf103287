// expect: false(valid-deref)
// options: --property valid-deref
// A compound literal has ended with its block.
int main(void) {
    int *p; { p=(int[]){1,2}; } return *p; }

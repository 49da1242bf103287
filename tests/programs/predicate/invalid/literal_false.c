// expect: false(valid-deref)
// options: --property valid-deref
// A literal is written.
int main(void) {
    char *p="abc"; p[0]=1;
    return 0;
}

// expect: false(valid-deref)
// options: --property valid-deref
// Behind a literal.
int main(void) {
    char *p="abc"; return p[4]; }

// expect: false(valid-deref)
// options: --property valid-deref
// A local of a call that is over.
int *q; void g(int **pp){ int y; *pp=&y; } int main(void) {
    int *p; g(&p); return *p; }

// expect: false(valid-deref)
// options: --property valid-deref
// A null pointer behind a pointer.
void g(int ***p){ static int *s; *p=&s; } int main(void) {
    int **pp; g(&pp); return **pp; }

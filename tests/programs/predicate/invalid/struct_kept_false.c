// expect: false(valid-deref)
// options: --property valid-deref
// The address of what has ended is returned in a structure.
struct s{int *p;}; struct s f(void){ int x=1; struct s t; t.p=&x; return t; } int main(void) {
    struct s t=f(); return *t.p; }

// expect: false(valid-deref)
// options: --property valid-deref
// A structure that is larger than the object.
int a[3]; int main(void) {
    struct s{int x[4];} *p=(void*)a; struct s t=*p; return t.x[0]; }

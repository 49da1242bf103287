// expect: false(valid-deref)
// options: --property valid-deref
// A member of no structure.
struct s{int a[3]; int b;}; struct s x; int main(void) {
    struct s *p=0; return p->b; }

// expect: false(valid-deref)
// options: --property valid-deref
// A structure of the turn before.
struct s{int x;}; int main(void) {
    struct s *p=0; for(int i=0;i<2;i++){ if(i) return p->x; struct s t={i}; p=&t; }
    return 0;
}

// expect: false(valid-deref)
// options: --property valid-deref
// A member that is larger than the object.
union u{char c[2]; int x;}; char a[2]; int main(void) {
    union u *p=(union u*)a; return p->x; }

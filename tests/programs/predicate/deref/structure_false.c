// expect: false(valid-deref)
// options: --property valid-deref
// A structure is copied from behind an array.
extern unsigned __VERIFIER_nondet_uint(void);

struct pair { int a, b; };
static struct pair pairs[3];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 4;
    struct pair p = pairs[i];
    return p.a;
}

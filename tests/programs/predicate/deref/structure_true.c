// expect: true
// options: --property valid-deref
// A structure is copied within an array.
extern unsigned __VERIFIER_nondet_uint(void);

struct pair { int a, b; };
static struct pair pairs[3];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 3;
    struct pair p = pairs[i];
    return p.a;
}

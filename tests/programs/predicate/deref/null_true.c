// expect: true
// options: --property valid-deref
// A pointer is tested.
extern int __VERIFIER_nondet_int(void);

static int value;
static int *find(int key) { return key > 5 ? &value : 0; }
int main(void) {
    int *p = find(__VERIFIER_nondet_int());
    return p ? *p : 0;
}

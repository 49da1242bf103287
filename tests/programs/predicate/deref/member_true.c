// expect: true
// options: --property valid-deref
// The loop runs over an array inside a struct to its end.

extern unsigned __VERIFIER_nondet_uint(void);
static struct { int key[8]; int value; } entry;
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 8) return 0;
    for (unsigned i = 0; i < n; i++) entry.key[i] = 1;
    return entry.value;
}

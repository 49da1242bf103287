// expect: false(valid-deref)
// options: --property valid-deref
// The address of what lies beyond the end of a member is taken.

extern unsigned __VERIFIER_nondet_uint(void);
static struct { char key[8]; char rest[8]; } entry;
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    char *end = n < 10 ? &entry.key[n] : entry.key;
    return end == entry.rest;
}

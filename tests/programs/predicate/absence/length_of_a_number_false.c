// expect: false(valid-deref)
// options: --property valid-deref
// Without a prototype any number is taken for an address.
unsigned long __VERIFIER_nondet_ulong(void);
unsigned long strlen(); int main(void){ return strlen(__VERIFIER_nondet_ulong())>3; }

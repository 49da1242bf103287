// expect: false(valid-free)
// options: --property valid-free
// What a function does goes by the name that it is linked with.
int __VERIFIER_nondet_int(void);
extern void fr(void*) __asm__("free"); int main(void){ int x=__VERIFIER_nondet_int(); fr(&x); return 0; }

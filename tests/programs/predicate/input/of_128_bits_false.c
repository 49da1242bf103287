// expect: false(unreach-call)
// More than a long holds.
extern __int128 __VERIFIER_nondet_int128(void);
extern void reach_error(void);

int main(void) {
    if (__VERIFIER_nondet_int128() > (__int128)1 << 70) reach_error();
    return 0;
}

// expect: false(no-overflow)
// options: --property no-overflow
// A sum of 128 bits.
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
    __int128 a = __VERIFIER_nondet_longlong();
    __int128 most = (__int128)(~(unsigned __int128)0 >> 1);
    return a + most > 5;
}

// expect: false(no-bad-shift)
// options: --property no-bad-shift
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
    // Seven of three bits, which are not promoted: as a number it is -1.
    _BitInt(3) count = __VERIFIER_nondet_bool() ? -1 : 1;
    long long value = 5;
    return (int)(value >> count);
}

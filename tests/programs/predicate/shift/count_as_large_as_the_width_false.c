// expect: false(no-bad-shift)
// options: --property no-bad-shift
int main(void) {
    unsigned bits = 0;
    for (int i = 0; i <= 4; i++)
        bits |= 1u << (8 * i);
    return bits != 0;
}

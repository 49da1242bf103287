// A product of 128 bits.
int main(void) {
    __int128 n = (__int128)1 << 100;
    n *= 1 << 26;
    n *= 2; // FAULT
    return n < 0;
}

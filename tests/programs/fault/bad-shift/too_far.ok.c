// A shift of a wider type.
static unsigned mask(int bits) {
    return (unsigned)((1ull << bits) - 1);
}

int main(void) { return mask(3) + (mask(32) != 0); }

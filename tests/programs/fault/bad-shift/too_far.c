// A shift by the width.
static unsigned mask(int bits) {
    return (1u << bits) - 1; // FAULT
}

int main(void) { return mask(3) + (mask(32) != 0); }

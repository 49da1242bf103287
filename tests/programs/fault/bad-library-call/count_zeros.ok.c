// The leading zeros of a number.
static int log2_of(unsigned n) {
    return 31 - __builtin_clz(n);
}

int main(void) { return log2_of(8) + log2_of(1); }

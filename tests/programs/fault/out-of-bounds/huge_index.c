// An index whose distance in bytes wraps around to the beginning of the array.
static long table[4];

static long get(long i) {
    return table[i]; // FAULT
}

int main(void) { return (int)(get(1) + get(1L << 61)); }

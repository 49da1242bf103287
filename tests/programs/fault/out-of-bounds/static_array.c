// A write before the beginning of a static array.
static int table[8];

static void clear(int from) {
    for (int i = 7; i >= from; i--)
        table[i] = 0; // FAULT
}

int main(void) {
    clear(-1);
    return 0;
}

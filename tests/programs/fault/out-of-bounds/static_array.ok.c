// Writes from the end of a static array to its beginning.
static int table[8];

static void clear(int from) {
    for (int i = 7; i >= from; i--)
        table[i] = 0;
}

int main(void) {
    clear(0);
    return 0;
}

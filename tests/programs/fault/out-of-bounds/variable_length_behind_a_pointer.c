// A pointer to an array of no elements.
static int numbers[4];

static int last(int n) {
    int (*all)[n] = (void *)numbers; // FAULT
    return n > 0 ? (*all)[n - 1] : 0;
}

int main(void) {
    return last(4) + last(0);
}

// One less than nothing is a very large unsigned number.
static int table[16];

static int last(unsigned count) {
    return table[count - 1]; // FAULT
}

int main(void) { return last(3) + last(0); }

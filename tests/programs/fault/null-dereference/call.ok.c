// A call through the entries of a table that are filled.
static int one(void) { return 1; }
static int (*table[3])(void) = {one};

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++)
        if (table[i]) sum += table[i]();
    return sum;
}

// A call through an empty entry of a table.
static int one(void) { return 1; }
static int (*table[3])(void) = {one};

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += table[i](); // FAULT
    return sum;
}

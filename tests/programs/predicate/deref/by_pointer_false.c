// expect: false(valid-deref)
// options: --property valid-deref
// A pointer runs one too far.

static int table[4];
int main(void) {
    int sum = 0;
    for (int *p = table; p != table + 5; p++) sum |= *p;
    return sum;
}

// expect: true
// options: --property valid-deref
// A pointer runs over an array.

static int table[4];
int main(void) {
    int sum = 0;
    for (int *p = table; p != table + 4; p++) sum |= *p;
    return sum;
}

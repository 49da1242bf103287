// expect: true
// options: --property no-uninitialised-read
extern int __VERIFIER_nondet_int(void);

struct pair {
    char first;
    int second;
};

static int sum(const struct pair *pair) {
    return pair->first + pair->second;
}

int main(void) {
    int x, total = 0;
    struct pair pair;
    pair.first = 1;
    pair.second = 2;
    if (__VERIFIER_nondet_int())
        x = 1;
    else
        x = 2;
    while (__VERIFIER_nondet_int()) {
        int y;
        y = x;
        total = y + sum(&pair);
    }
    int table[4] = {1, 2, 3};
    struct pair copy = pair;
    return total + table[x & 3] + copy.second;
}

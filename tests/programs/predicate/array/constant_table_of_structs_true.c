// expect: true
// A table of ranges that meet: what is in none of them is negative.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct range { int low, high; char kind; };
static const struct range ranges[4] = {{0, 9, 'a'}, {10, 99, 'b'}, {100, 999, 'c'}, {1000, 0x7fffffff, 'd'}};

static char kind_of(int value) {
    for (unsigned i = 0; i < 4; i++)
        if (ranges[i].low <= value && value <= ranges[i].high) return ranges[i].kind;
    return 0;
}

int main(void) {
    int value = __VERIFIER_nondet_int();
    char kind = kind_of(value);
    if (kind == 0 && value >= 0) reach_error();
    if (kind == 'c' && value < 100) reach_error();
    return 0;
}

// expect: true
// options: --property no-undefined-behaviour
extern unsigned __VERIFIER_nondet_uint(void);

int table[8], other[8];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() & 3, j = 4 + (__VERIFIER_nondet_uint() & 3);
    int sum = table[i]++ + table[j]++ + other[i]++;
    return sum;
}

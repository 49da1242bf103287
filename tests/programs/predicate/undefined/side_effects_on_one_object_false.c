// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
extern unsigned __VERIFIER_nondet_uint(void);

int table[8];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() & 7, j = __VERIFIER_nondet_uint() & 7;
    int sum = table[i]++ + table[j]++;
    return sum;
}

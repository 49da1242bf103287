// expect: true
// A constant table is looked up with a masked index.
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

static const unsigned char lengths[8] = {1, 2, 3, 4, 4, 3, 2, 1};

int main(void) {
    while (__VERIFIER_nondet_bool()) {
        unsigned x = __VERIFIER_nondet_uint();
        if (lengths[x & 7] > 4 || lengths[x & 7] == 0) reach_error();
    }
    return 0;
}

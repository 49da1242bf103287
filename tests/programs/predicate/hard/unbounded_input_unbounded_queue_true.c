// expect: true
// A queue's length is what came less what went, with inputs of any size that are refused if they do not fit.
extern unsigned int __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
    unsigned long long came = 0, went = 0, length = 0;
    for (;;) {
        unsigned n = __VERIFIER_nondet_uint();
        if (__VERIFIER_nondet_bool()) {
            if (length > 1000000000000ull) continue;
            came += n;
            length += n;
        } else {
            if (n > length) continue;
            went += n;
            length -= n;
        }
        if (came - went != length) reach_error();
    }
}

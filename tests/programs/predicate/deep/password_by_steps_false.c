// expect: false(unreach-call)
// Each turn must be given the right digit: 120 turns, and any wrong input starts again.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned matched = 0;
    while (matched < 120) {
        unsigned digit = __VERIFIER_nondet_uint();
        if (digit == matched % 3) matched++;
        else matched = 0;
    }
    reach_error();
    return 0;
}

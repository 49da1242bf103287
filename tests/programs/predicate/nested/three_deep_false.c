// expect: false(unreach-call)
// The innermost counter reaches the bound.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i; j < n; j++)
            for (unsigned k = j; k <= n; k++)
                if (k < i || k >= n) reach_error();
    return 0;
}

// expect: true
// options: --property no-undefined-behaviour
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    return (int)(double)x != x || (int)2.5 != 2;
}

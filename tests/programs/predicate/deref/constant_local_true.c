// expect: true
// options: --property valid-deref
// A const local is initialised as often as a loop comes to it; a const member of another object is written to.

extern int __VERIFIER_nondet_int(void);
struct pair { const int id; int value; };
int main(void) {
    int n = __VERIFIER_nondet_int(), last[2] = {0};
    for (int i = 0; i < n; i++) {
        const int limit[2] = {i};
        const struct pair whole = {i, i};
        struct pair part = whole;
        *(int *)&part.id = limit[1];
        ((int *)last)[1] = part.id;
    }
    return 0;
}

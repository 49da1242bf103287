// expect: false(no-overflow)
// options: --property no-overflow
// A member that is not tested.
extern int __VERIFIER_nondet_int(void);

struct account { int id, balance; };
static void deposit(struct account *a, int amount) {
    if (amount >= 0) a->balance += amount;
}
int main(void) {
    struct account a = {1, 0};
    while (__VERIFIER_nondet_int()) deposit(&a, __VERIFIER_nondet_int());
    return a.balance;
}

// expect: true
// options: --property no-overflow
// A member that is tested before it grows.
extern int __VERIFIER_nondet_int(void);

struct account { int id, balance; };
static void deposit(struct account *a, int amount) {
    if (amount >= 0 && a->balance <= 1000000 && amount <= 1000) a->balance += amount;
}
int main(void) {
    struct account a = {1, 0};
    while (__VERIFIER_nondet_int()) deposit(&a, __VERIFIER_nondet_int());
    return a.balance;
}

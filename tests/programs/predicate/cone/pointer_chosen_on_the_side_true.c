// expect: true
// Which function is called depends on a variable that is set behind an unrelated loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int level;
static void rise(void) { level++; }
static void fall(void) { level = 0; }
int main(void) {
    void (*act)(void) = fall;
    int other = 0;
    while (__VERIFIER_nondet_int())
        other++;
    if (other < 0 && other > 0)
        act = rise;
    act();
    if (level != 0)
        reach_error();
    return 0;
}

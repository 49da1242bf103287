// expect: true
// The assignment is the same everywhere; whether it is done depends on data that nothing else reads.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int opened;
static void open_it(void) { opened = 1; }
int main(void) {
    int mode = 0;
    for (int i = 0; i < 4; i++)
        mode += 2;
    if (mode != 8)
        open_it();
    if (opened)
        reach_error();
    return 0;
}

// expect: false(unreach-call)
// An assumption does not take back what came before it.
extern int evercheck_choose(int, int);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    int x = evercheck_choose(0, 9);
    if (x == 4) reach_error();
    __VERIFIER_assume(x != 4);
    return 0;
}

// expect: false(unreach-call)
// Two choices are independent: one pair of 64 is the one that fails.
extern int evercheck_choose(int, int);
extern void reach_error(void);

int main(void) {
    int a = evercheck_choose(0, 7), b = evercheck_choose(0, 7);
    if (a * 8 + b == 43) reach_error();
    return 0;
}

// expect: true
// No pair of 64 fails.
extern int evercheck_choose(int, int);
extern void reach_error(void);

int main(void) {
    int a = evercheck_choose(0, 7), b = evercheck_choose(0, 7);
    if (a * 8 + b == 64) reach_error();
    return 0;
}

// expect: false(no-division-by-zero)
// The range of the divisor includes zero.
extern int evercheck_choose(int, int);

int main(void) {
    int by = evercheck_choose(-2, 2);
    return 100 / by == 7;
}

// expect: false(no-division-by-zero)
// The remainder by a difference that may be zero.
extern int evercheck_choose(int, int);

int main(void) {
    unsigned a = evercheck_choose(0, 3), b = evercheck_choose(3, 5);
    return 17 % (b - a) == 2;
}

// expect: true
// The remainder by a difference that is never zero.
extern int evercheck_choose(int, int);

int main(void) {
    unsigned a = evercheck_choose(0, 3), b = evercheck_choose(4, 5);
    return 17 % (b - a) == 2;
}

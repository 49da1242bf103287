// expect: false(no-bad-shift)
// A shift by the width of the type.
extern int evercheck_choose(int, int);

int main(void) {
    int by = evercheck_choose(0, 32);
    return (1u << by) == 3;
}

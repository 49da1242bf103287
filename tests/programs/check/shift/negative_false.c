// expect: false(no-bad-shift)
// A shift by a negative number.
extern int evercheck_choose(int, int);

int main(void) {
    int by = evercheck_choose(-1, 3);
    return (64u >> by) == 3;
}

// expect: true
// A shift by less than the width of the type.
extern int evercheck_choose(int, int);

int main(void) {
    int by = evercheck_choose(0, 31);
    return (1u << by) == 3;
}

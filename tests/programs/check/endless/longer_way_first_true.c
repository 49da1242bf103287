// expect: true
// options: --depth 4
// The longer way is tried first, and what it leads to lies too deep; the shorter one leads there within the depth.
extern int evercheck_choose(int, int);
int g;

int main(void) {
    if (evercheck_choose(0, 1) == 0)
        evercheck_choose(0, 1);
    g = evercheck_choose(0, 2);
    return evercheck_choose(0, 1);
}

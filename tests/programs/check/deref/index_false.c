// expect: false(valid-deref)
// One index of the range is past the end.
extern int evercheck_choose(int, int);

int main(void) {
    int a[4] = {0};
    int i = evercheck_choose(0, 4);
    return a[i];
}

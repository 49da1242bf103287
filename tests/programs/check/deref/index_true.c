// expect: true
// Every index of the range is in the array.
extern int evercheck_choose(int, int);

int main(void) {
    int a[4] = {0};
    int i = evercheck_choose(0, 3);
    return a[i];
}

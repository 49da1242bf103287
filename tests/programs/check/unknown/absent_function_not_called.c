// expect: true
// A function that is nowhere defined, and not called by any run.
extern int evercheck_choose(int, int);
extern int ask_device(int);

int main(void) {
    int n = evercheck_choose(0, 3);
    return n < 4 ? 0 : ask_device(n);
}

// expect: false(unreach-call)
// One run calls a function that is nowhere defined, another reaches the error.
extern int evercheck_choose(int, int);
extern int ask_device(int);
extern void reach_error(void);

int main(void) {
    int n = evercheck_choose(0, 3);
    if (n < 3) return ask_device(n);
    reach_error();
    return 0;
}

// expect: false(unreach-call)
// A function without a result is called as one that has one, which nobody looks at.
extern void reach_error(void);

static void set(int *p) { *p = 6; }

int main(void) {
    int x = 0;
    int (*act)(int *) = (int (*)(int *))set;
    act(&x);
    if (x == 6) reach_error();
    return 0;
}

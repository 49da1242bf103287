// expect: false(unreach-call)
// A function that takes a pointer is called as one that takes a transparent union.
extern void reach_error(void);

typedef union { int *p; long *q; } either __attribute__((transparent_union));
static void set(int *p) { *p = 6; }

int main(void) {
    int x = 0;
    void (*act)(either) = set;
    act(&x);
    if (x == 6) reach_error();
    return 0;
}

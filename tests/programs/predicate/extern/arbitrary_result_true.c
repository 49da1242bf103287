// expect: true
// The result of a function that is nowhere defined is tested before it is used.
extern void reach_error(void);

extern int outside(void);

int main(void) {
    int x = outside();
    if (x > 100) return 0;
    if (x < 0) x = 0;
    if (x < 0 || x > 100) reach_error();
    return 0;
}

// expect: false(unreach-call)
// It may be anything, also negative.
extern void reach_error(void);

extern int outside(void);

int main(void) {
    int x = outside();
    if (x > 100 || x < -5) return 0;
    if (x < 0 || x > 100) reach_error();
    return 0;
}

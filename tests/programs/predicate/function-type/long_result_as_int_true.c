// expect: true
// Of a long result the caller that expects an int takes the lower half.
extern void reach_error(void);

static long give(void) { return 0x700000005L; }

int main(void) {
    int (*f)(void) = (int (*)(void))give;
    if (f() != 5) reach_error();
    return 0;
}

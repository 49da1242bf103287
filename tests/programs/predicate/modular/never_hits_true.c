// expect: true
// Odd numbers never hit an even one: the loop has no end.
extern void reach_error(void);

int main(void) {
    unsigned x = 1;
    while (x != 100) x += 2;
    reach_error();
    return 0;
}

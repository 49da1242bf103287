// expect: false(unreach-call)
// A number that starts even hits 100, and the loop ends.
extern void reach_error(void);

int main(void) {
    unsigned x = 0;
    while (x != 100) x += 2;
    reach_error();
    return 0;
}

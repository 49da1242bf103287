// expect: true
// Three billion turns, and two variables in lockstep.
extern void reach_error(void);

int main(void) {
    unsigned i = 0, j = 3000000000u;
    while (i < 3000000000u) {
        i++;
        j--;
    }
    if (j != 0) reach_error();
    return 0;
}

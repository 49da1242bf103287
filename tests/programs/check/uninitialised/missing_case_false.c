// expect: false(no-uninitialised-read)
// One value of the choice sets nothing.
extern int evercheck_choose(int, int);

int main(void) {
    int x;
    switch (evercheck_choose(0, 2)) {
    case 0: x = 3; break;
    case 1: x = 4; break;
    }
    return x == 3;
}

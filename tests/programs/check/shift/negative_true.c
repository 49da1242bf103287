// expect: true
// A negative number of places becomes a shift to the other side.
extern int evercheck_choose(int, int);

int main(void) {
    int by = evercheck_choose(-1, 3);
    unsigned x = by < 0 ? 64u << -by : 64u >> by;
    return x == 3;
}

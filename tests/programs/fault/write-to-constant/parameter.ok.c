// A parameter that is not const.
static int next(int n) {
    ++*(int *)&n;
    return n;
}
int main(void) { return next(1); }

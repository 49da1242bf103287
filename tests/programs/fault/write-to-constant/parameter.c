// SANITIZERS: blind
// A const parameter.
static int next(const int n) {
    ++*(int *)&n; // FAULT
    return n;
}
int main(void) { return next(1); }

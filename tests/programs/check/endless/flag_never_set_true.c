// expect: true
// The main thread spins for ever on a flag that nobody sets: no deadlock, since it keeps running.
static volatile int flag;

int main(void) {
    while (!flag) {}
    return 0;
}

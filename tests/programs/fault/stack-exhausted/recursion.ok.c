// Recursion with an end.
static int depth(int n) {
    volatile int here = n;
    if (here == 5000) return 0;
    return depth(here + 1) + 1;
}

int main(void) { return depth(0) % 100; }

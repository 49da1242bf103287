// Recursion without an end.
static int depth(int n) {
    volatile int here = n;
    return depth(here + 1) + here; // FAULT
}

int main(void) { return depth(0); }

// A side effect in one argument and a read in another.
static int pair(int a, int b) { return a * 10 + b; }

int main(void) {
    int i = 1;
    return pair(i, i++); // FAULT
}

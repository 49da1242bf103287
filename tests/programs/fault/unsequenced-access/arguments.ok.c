// Side effects of two variables.
static int pair(int a, int b) { return a * 10 + b; }

int main(void) {
    int i = 1, j = 1;
    return pair(j, i++);
}

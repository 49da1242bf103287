// Definitions in the old style, called with as many arguments as they take.
static int first(a, b) int a; int b; { return a - b; }
static int none() { return 0; }

int main(void) {
    return first(1, 1) + none();
}

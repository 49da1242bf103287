// A definition in the old style promises nothing about calls, and has as many parameters as any other.
static int first(a, b) int a; int b; { return a - b; }
static int none() { return 0; }

int main(void) {
    return first(1, 1) + none(1); // FAULT
}

// GNU C's functions inside functions, called through a pointer.
static int apply(int (*f)(int), int x) {
    return f(x);
}

int main(void) {
    int base = 5;
    int add(int x) { return x + base; } // UNKNOWN: a nested function
    return apply(add, 1);
}

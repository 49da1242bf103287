// Fewer arguments than parameters, through a pointer of another type.
static int add(int a, int b) { return a + b; }

int main(void) {
    int (*f)(int) = (int (*)(int))add;
    return f(1); // FAULT
}

// As many arguments as parameters, through a pointer cast there and back.
static int add(int a, int b) { return a + b; }

int main(void) {
    int (*f)(int) = (int (*)(int))add;
    return ((int (*)(int, int))f)(1, 2);
}

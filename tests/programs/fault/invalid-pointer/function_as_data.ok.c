// A pointer to a function is an object.
static int f(void) { return 0; }

int main(void) {
    int (*p)(void) = f;
    return *&p == 0;
}

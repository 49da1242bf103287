// A function is no object.
// SANITIZERS: blind
static int f(void) { return 0; }

int main(void) {
    int (*p)(void) = f;
    return *(unsigned char *)p == 0; // FAULT
}

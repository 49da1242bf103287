// A complex number is returned that was never set.
static float _Complex nothing(void) {
    float _Complex z;
    return z; // FAULT
}

int main(void) {
    nothing();
    return 0;
}

// A complex number is copied though its imaginary part was never set.
int main(void) {
    double _Complex z, w;
    __real__ z = 1;
    w = z; // FAULT
    return __real__ w != 1;
}

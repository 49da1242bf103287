// A complex number is returned and passed on.
static float _Complex twice(float _Complex z) {
    float _Complex w = z + z;
    return w;
}

int main(void) {
    float _Complex z = twice(1);
    return __real__ z != 2 || __imag__ z != 0;
}

// As many arguments as a function of the C library takes.
int abs();

int main(void) {
    return abs(0);
}

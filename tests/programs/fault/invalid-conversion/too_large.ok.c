// The largest floating values that int can hold.
static int whole(double d) {
    return (int)d;
}

int main(void) { return whole(7.9) + (whole(2147483647.9) > 0) + (whole(-2147483648.9) < 0); }

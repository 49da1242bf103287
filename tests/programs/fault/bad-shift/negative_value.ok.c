// A negative value multiplied.
int main(void) {
    int n = -5;
    return n * 4 < 0;
}

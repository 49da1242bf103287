// A local as if it were an array.
static int second(int *p) {
    return p[1]; // FAULT
}

int main(void) {
    int x = 1;
    return second(&x);
}

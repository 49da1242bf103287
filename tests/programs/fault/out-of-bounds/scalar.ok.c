// Two locals as an array.
static int second(int *p) {
    return p[1];
}

int main(void) {
    int x[2] = {1, 2};
    return second(x);
}

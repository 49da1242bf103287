// Two writes that go to two objects.
static int both(int *a, int *b) {
    return (*a = 1) + (*b = 2);
}

int main(void) {
    int x, y;
    return both(&x, &y) + both(&y, &x);
}

// Two writes that turn out to go to one object.
static int both(int *a, int *b) {
    return (*a = 1) + (*b = 2); // FAULT
}

int main(void) {
    int x, y;
    return both(&x, &y) + both(&x, &x);
}

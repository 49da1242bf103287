// expect: false(no-uninitialised-read)
// options: --property no-uninitialised-read
static void add(int *to) {
    *to = *to + 1;
}

int main(void) {
    int number;
    add(&number);
    return number;
}

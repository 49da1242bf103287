// A member whose size is known when the program runs.
int main(int argc, char **argv) {
    struct { int a[argc]; int b; } s; // UNKNOWN: a struct whose size is variable
    s.b = 3;
    return s.b;
}

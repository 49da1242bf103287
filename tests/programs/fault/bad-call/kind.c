// A record where a number is expected.
struct big { long a[4]; };
static int first(int n) { return n; }

int main(void) {
    int (*f)(struct big) = (int (*)(struct big))first;
    struct big b = {{1}};
    return f(b); // FAULT
}

// A record where a record is expected.
struct big { long a[4]; };
static int first(struct big b) { return b.a[0]; }

int main(void) {
    int (*f)(struct big) = first;
    struct big b = {{1}};
    return f(b);
}

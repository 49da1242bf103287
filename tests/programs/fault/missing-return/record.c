// The value of a function that should have returned a record.
struct pair { int a, b; };

static struct pair make(int n) {
    if (n) return (struct pair){n, n};
} // FAULT

int main(void) {
    struct pair p = make(1);
    p = make(0);
    return p.a;
}

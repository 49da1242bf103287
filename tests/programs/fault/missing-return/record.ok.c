// A record that was returned.
struct pair { int a, b; };

static struct pair make(int n) {
    if (n) return (struct pair){n, n};
}

int main(void) {
    struct pair p = make(1);
    p = make(2);
    return p.a;
}

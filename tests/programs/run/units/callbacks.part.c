// The other unit of callbacks.c.
typedef int handler(int, void *);

static int counted;

static int local(int x, void *p) {
    static int calls = 10;
    counted++;
    return ++calls * x - *(int *)p;
}
static int change(int x, void *p) {
    *(int *)p += x;
    return counted++;
}

int total(void) { return counted; }

int register_all(handler **table, int room) {
    handler *const mine[] = {local, change};
    int n = 0;
    while (n < 2 && n < room) table[n] = mine[n], n++;
    return n;
}

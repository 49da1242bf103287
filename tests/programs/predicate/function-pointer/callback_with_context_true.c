// expect: true
// A callback gets its context as void *.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

struct counter { unsigned n; };

static void count(void *context) {
    ((struct counter *)context)->n++;
}

static void each(void (*callback)(void *), void *context, unsigned times) {
    for (unsigned i = 0; i < times; i++) callback(context);
}

int main(void) {
    struct counter a = {0}, b = {0};
    unsigned times = __VERIFIER_nondet_uchar();
    each(count, &a, times);
    each(count, &b, 2);
    if (a.n != times) reach_error();
    return b.n == 0;
}

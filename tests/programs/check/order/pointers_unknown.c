// expect: unknown(not-modelled)
// Between pointers into different objects C has no order.
static int a, b;

int main(void) {
    int *p = &a, *q = &b;
    return p < q;
}

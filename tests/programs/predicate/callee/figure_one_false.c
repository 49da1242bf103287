// expect: false(unreach-call)
// The same with a step down by two: the last step leads to four.
extern void reach_error(void);

static int inc(int a, int sign) {
    if (sign) return a + 1;
    else return a - 2;
}

int main(void) {
    int i = 0, x = 0;
    while (i < 10) {
        if (x <= 5)
            x = inc(x, 1);
        else
            x = inc(x, 0);
        i = inc(i, 1);
    }
    if (x < 5) goto error;
    return 0;
error:
    reach_error();
    return 1;
}

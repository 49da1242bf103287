// expect: true
// The program of figure 1 of He, Yu and Cai, "Efficient Summary Reuse for Software Regression Verification": ten
// steps up to six and then around it.
extern void reach_error(void);

static int inc(int a, int sign) {
    if (sign) return a + 1;
    else return a - 1;
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

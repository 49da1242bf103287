// expect: false(unreach-call)
// A parameter that lives in memory and comes with more bytes than it has.
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int byte(x, i) float x; int i;
{
    unsigned char *p = (unsigned char *)&x;
    int *whole = (int *)&x;
    return *whole == 0 ? 0 : p[i];
}
int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 4 && byte(1.0, i) == 0x3f)
        reach_error();
    return 0;
}

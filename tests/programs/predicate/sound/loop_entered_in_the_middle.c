// expect: false(unreach-call)
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void)
{
    int i = 0, n = 0;
    if (__VERIFIER_nondet_int())
        goto inside;
    for (i = 0; i < 3; i++) {
        n++;
inside:
        n += 10;
        if (n == 10)
            i = 7;
    }
    if (n == 10 && i == 8)
        reach_error();
    return 0;
}

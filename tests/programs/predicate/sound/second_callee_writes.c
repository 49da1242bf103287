// expect: false(unreach-call)
// Of two procedures with loops that a third one calls, the second writes.
unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void);
static int mark;
static void waits(int n)
{
    while (n > 0)
        n--;
}
static void marks(int n)
{
    while (n > 0) {
        n--;
        mark = 1;
    }
}
static void both(int n)
{
    waits(n);
    marks(n);
}
int main(void)
{
    both(__VERIFIER_nondet_uchar());
    if (mark == 1)
        reach_error();
    return 0;
}

// expect: false(unreach-call)
// A call that says nothing of the parameters, of a function whose result is dropped.
void reach_error(void);
static int kept;
static int keep(int a, int b)
{
    return kept = a - b;
}
int main(void)
{
    void (*call)() = (void (*)())keep;
    call(5, 3);
    if (kept == 2)
        reach_error();
    return 0;
}

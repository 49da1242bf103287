// expect: false(unreach-call)
// A function of that name, which nothing defines.
int __VERIFIER_nondet_int(void);
void assert(int);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x != 5);
    return 0;
}

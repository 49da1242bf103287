// expect: false(unreach-call)
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
struct three { int a, b, c; };
static const unsigned char offsets[3] = {0, 4, 8};
int main(void)
{
    struct three three = {1, 2, 3};
    unsigned i = __VERIFIER_nondet_uint() % 3;
    *(int *)((char *)&three + offsets[i]) = 9;
    if (three.c == 9 && three.b == 2)
        reach_error();
    return 0;
}

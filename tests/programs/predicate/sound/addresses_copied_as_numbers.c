// expect: false(unreach-call)
// options: -m32
// An array of pointers is copied as one of numbers.
int __VERIFIER_nondet_int(void);
void reach_error(void);
static int x;
struct pointers { int *all[4]; };
struct numbers { unsigned all[4]; };
union both { struct pointers pointers; struct numbers numbers; };
int main(void)
{
    int i = __VERIFIER_nondet_int() & 3;
    union both both;
    both.pointers.all[i] = &x;
    struct numbers numbers = both.numbers;
    if (numbers.all[i] > 0x40000000)
        reach_error();
    return 0;
}

// expect: false(unreach-call)
// The real part of a conjugate is that of the number.
void reach_error(void);
static int x;
union both { int *pointers[2]; _Complex double number; };
int main(void)
{
    union both a, b;
    a.pointers[0] = &x;
    a.pointers[1] = 0;
    b.number = ~a.number;
    *b.pointers[0] = 3;
    if (x == 3)
        reach_error();
    return 0;
}

// expect: false(unreach-call)
// Without a prototype.
void reach_error(void);
static int bits(x) float x;
{
    union { float f; int i; } both;
    both.f = x;
    return both.i;
}
int main(void)
{
    if (bits(1.0f) == 0x3f800000)
        reach_error();
    return 0;
}

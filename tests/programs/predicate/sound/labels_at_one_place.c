// expect: false(unreach-call)
// Two labels of one statement have one address.
void reach_error(void);
int main(void)
{
    int equal = &&one == &&two;
one:
two:
    if (equal)
        reach_error();
    return 0;
}

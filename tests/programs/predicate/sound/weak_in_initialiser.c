// expect: false(unreach-call)
// The address of a weak object that nothing defines is null, also in an initialiser.
void reach_error(void);
extern int missing __attribute__((weak));
int *pointer = &missing;
int main(void)
{
    if (pointer == 0)
        reach_error();
    return 0;
}

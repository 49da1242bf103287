// expect: false(unreach-call)
void reach_error(void);
int main(void)
{
    int a[2] = {1, 2}, *p = a;
    __sync_fetch_and_add(&p, sizeof(int));
    *p = 5;
    if (a[1] == 5)
        reach_error();
    return 0;
}

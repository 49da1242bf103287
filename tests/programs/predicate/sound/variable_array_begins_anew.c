// expect: false(unreach-call)
// What an array holds is not what one of an earlier turn held.
void reach_error(void);
int main(void)
{
    for (int i = 1; i < 3; i++) {
        unsigned char a[i * 8];
        unsigned char *p = a;
        if (i == 2 && p[0] != 1)
            reach_error();
        p[0] = 1;
    }
    return 0;
}

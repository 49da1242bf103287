// An address that went through a number.
int main(void) {
    int x = 4;
    long n = (long)&x;
    int *p = (int *)n;
    return *p;
}

// A loop of N steps of integer arithmetic in registers.
#ifndef N
#define N 20000000
#endif

int main(void)
{
    unsigned x = 1;
    for (int i = 0; i < N; i++) {
        x = x * 1103515245u + 12345u;
        if (x & 1)
            x ^= (unsigned)i;
    }
    return x == 0;
}

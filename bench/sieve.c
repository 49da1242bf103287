// Primes below N by the sieve of Eratosthenes: byte stores and loads in nested loops.
#ifndef N
#define N 2000000
#endif

static unsigned char composite[N + 1];

int main(void)
{
    int primes = 0;
    for (int i = 2; i <= N; i++) {
        if (composite[i])
            continue;
        primes++;
        for (long j = (long)i * i; j <= N; j += i)
            composite[j] = 1;
    }
    return primes > 0 ? 0 : 1;
}

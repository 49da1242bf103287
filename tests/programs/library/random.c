// RUN: the generators of stdlib.h give glibc's numbers
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    for (int i = 0; i < 40; i++)
        printf("%d ", rand());
    unsigned seeds[] = {0, 1, 2, 42, 123456789, 4294967295u, 2147483648u};
    for (int s = 0; s < 7; s++) {
        srand(seeds[s]);
        printf("\n%u: %d", seeds[s], rand());
        printf(" %ld", random());
        for (int i = 0; i < 500; i++)
            rand();
        printf(" %d", rand());
        unsigned state = seeds[s];
        printf(" %d", rand_r(&state));
        printf(" %d", rand_r(&state));
        printf(" %u", state);
    }
    srandom(7);
    printf("\n%ld\n", random());
    for (int i = 0; i < 3; i++) {
        printf("%.17g\n", drand48());
        printf("%ld\n", lrand48());
        printf("%ld\n", mrand48());
        srand48(99 - 100 * i);
    }
    unsigned short x[3] = {1, 2, 3}, parameters[7] = {5, 6, 7, 0xe66d, 0xdeec, 5, 11};
    printf("%.17g\n", erand48(x));
    printf("%ld\n", nrand48(x));
    printf("%ld\n", jrand48(x));
    unsigned short *old = seed48(x);
    printf("%x %x %x\n", old[0], old[1], old[2]);
    printf("%ld\n", lrand48());
    lcong48(parameters);
    printf("%.17g\n", drand48());
    printf("%ld\n", mrand48());
    return 0;
}

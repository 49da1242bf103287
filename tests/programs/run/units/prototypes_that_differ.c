// Prototypes that differ from the definition in another unit: linkers do not mind, and the definition counts.
// WITH: prototypes_that_differ.part.c
#include <stdio.h>

struct s;
int shared(long x);
int other(struct s *p, int n);

int main(void) {
    printf("%d %d\n", shared(3), other(0, 7));
    return 0;
}

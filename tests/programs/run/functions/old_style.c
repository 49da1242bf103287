// K&R definitions, implicit int, calls without a prototype.
// STD: gnu89
#include <stdio.h>

add(a, b) { return a + b; }

static long scale(x, factor, offset)
    long x;
    short factor;
    char offset;
{
    return x * factor + offset;
}

double mean(values, count)
    double *values;
{
    double sum = 0;
    int i;
    for (i = 0; i < count; i++) sum += values[i];
    return sum / count;
}

int later();

global = 5;
static counter;

main() {
    auto n = 3;
    double values[3];
    values[0] = 1, values[1] = 2, values[2] = 6;
    printf("%d %ld %g\n", add(2, 3), scale(100L, 3, 'a'), mean(values, 3));
    printf("%d\n", later(7, 8));
    printf("%d %d %d\n", global, counter, n);
    return 0;
}

int later(a, b) { return a * 10 + b; }

// Calls that gcc answers itself, whoever defines the function; but not through a pointer, nor a static function.
#include <stdio.h>

static int calls;

int abs(int x) { return calls++, 77; }
long labs(long x) { return calls++, 77; }
long long llabs(long long x) { return calls++, 77; }
double fabs(double x) { return calls++, 77; }
float fabsf(float x) { return calls++, 77; }
int isdigit(int c) { return calls++, 99; }
int isascii(int c) { return calls++, 99; }
int toascii(int c) { return calls++, 99; }
int finite(double x) { return calls++, 99; }
int isinf(double);
int isnan(double);
static long imaxabs(long x) { return calls++, x; }

int main(void) {
    int n = -5, (*pointer)(int) = abs;
    double x = -1.5, infinite = -1 / 0.0;
    printf("%d %ld %lld %g %g\n", abs(n), labs(n), llabs(n), fabs(x), fabsf(x));
    printf("%d %d %d\n", isdigit('5'), isdigit(n), isdigit('a'));
    printf("%d %d %d\n", isascii(n), isascii('a'), toascii(n));
    printf("%d %d %d %d\n", isinf(infinite), isinf(x), isnan(x), finite(x));
    printf("%d %ld\n", pointer(n), imaxabs(n));
    printf("%d\n", calls);
    return 0;
}

// expect: false(unreach-call)
// A result of two registers in 32 bits.
#include <assert.h>
int evercheck_choose(int, int);
long long g;
__attribute__((noinline)) long long f(int c) { long long x = (long long)c << 40; evercheck_choose(0, 1); return x | c; }
int main(void) { long long v = f(evercheck_choose(0, 3)); evercheck_choose(0, 1); g = v; evercheck_choose(0, 1); assert(g != ((3LL << 40) | 3)); return 0; }

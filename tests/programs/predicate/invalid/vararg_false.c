// expect: false(valid-deref)
// options: --property valid-deref
// A null pointer among the arguments.
#include <stdarg.h>

int f(int n,...){ va_list l; va_start(l,n); int *p=va_arg(l,int*); va_end(l); return *p; } int main(void) {
    return f(1,(int*)0); }

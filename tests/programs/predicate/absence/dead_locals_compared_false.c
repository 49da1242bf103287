// expect: false(no-undefined-behaviour)
// options: --property no-undefined-behaviour
// The address of a local that is gone may be that of the next.
#include <assert.h>
int*s; void g(void){int x; s=&x;} void h(void){int y; assert(s!=&y);} int main(void){g();h();return 0;}

// expect: false(unreach-call)
// There is no path to what goes wrong before main.
#include <assert.h>
__attribute__((constructor)) void c(void){ assert(0); } int main(void){return 0;}

// A byte that is neither 0 nor 1 read as _Bool.
#include <string.h>

int main(void) {
    _Bool flag;
    memset(&flag, 2, 1);
    return flag; // FAULT
}

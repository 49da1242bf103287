// A byte that is 1 read as _Bool.
#include <string.h>

int main(void) {
    _Bool flag;
    memset(&flag, 1, 1);
    return flag;
}

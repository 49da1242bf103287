// expect: false(no-uninitialised-read)
// options: --property no-uninitialised-read
#include <setjmp.h>

jmp_buf place;

int main(void) {
    int sum = 0;
    {
        int x;
        if (setjmp(place))
            return sum + x;
    }
    longjmp(place, 1);
}

// The same sum in unsigned arithmetic.
#include <limits.h>

int main(void) {
    unsigned sum = INT_MAX - 3u;
    for (int i = 0; i < 5; i++)
        sum += i;
    return sum > INT_MAX;
}

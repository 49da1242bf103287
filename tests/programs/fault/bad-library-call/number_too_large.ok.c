// Numbers that fit the results of atoi, atol and atoll, and what is no number.
#include <stdlib.h>

int main(void) {
    long sum = atoi(" -2147483648x") + atol("9223372036854775807") + atoi("none") + atoi("");
    return atoll("+12") == 12 && sum > 0 ? 0 : 1;
}

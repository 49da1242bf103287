// A sum that outgrows int.
#include <limits.h>

int main(void) {
    int sum = INT_MAX - 3;
    for (int i = 0; i < 5; i++)
        sum += i; // FAULT
    return sum > 0;
}

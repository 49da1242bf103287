// An object of one iteration is gone in the next.
int main(void) {
    int *first = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        if (first) sum += *first; // FAULT
        int fresh = i;
        first = &fresh;
    }
    return sum;
}

// SANITIZERS: blind
// A const local, through a pointer that lost the word. Its initialiser ran before, three times.
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        const int limit = 10 + i;
        int *p = (int *)&limit;
        if (i == 2) *p = 20; // FAULT
        sum += *p;
    }
    return sum;
}

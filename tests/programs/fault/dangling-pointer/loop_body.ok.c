// An object before the loop lives through all iterations.
int main(void) {
    int *first = 0, sum = 0, fresh;
    for (int i = 0; i < 3; i++) {
        if (first) sum += *first;
        fresh = i;
        first = &fresh;
    }
    return sum;
}

// The average of something.
static int average(const int *values, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) sum += values[i];
    return sum / count;
}

int main(void) {
    int values[] = {2, 4};
    return average(values, 2) + average(values, 1);
}

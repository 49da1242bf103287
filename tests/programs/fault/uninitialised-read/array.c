// A loop that leaves one element out.
int main(void) {
    int a[5], sum = 0;
    for (int i = 1; i < 5; i++) a[i] = i;
    for (int i = 0; i < 5; i++)
        sum += a[i]; // FAULT
    return sum;
}

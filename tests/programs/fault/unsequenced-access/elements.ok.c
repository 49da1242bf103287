// Side effects on two elements.
int main(void) {
    int a[4] = {0}, i = 0;
    a[i + 1] = a[i]++ + 1;
    return a[1];
}

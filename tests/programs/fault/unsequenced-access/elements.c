// An index that changes while it is used.
int main(void) {
    int a[4] = {0}, i = 0;
    a[i] = i++; // FAULT
    return a[0];
}

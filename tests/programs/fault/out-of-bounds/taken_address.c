// The address of an element that is beyond the end.
int main(void) {
    int table[4] = {0}, i = 5;
    int *p = &table[i]; // FAULT
    return p == table;
}

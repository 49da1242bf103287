// The address of the end.
int main(void) {
    int table[4] = {0}, i = 4;
    int *p = &table[i];
    return p == table;
}

// The same element by its own row.
int main(void) {
    int table[3][4] = {{0}};
    int i = 4;
    table[i / 4][i % 4] = 1;
    return table[1][0];
}

// A row of an array of arrays ends where the next one begins.
int main(void) {
    int table[3][4] = {{0}};
    int i = 4;
    table[0][i] = 1; // FAULT
    return table[1][0];
}

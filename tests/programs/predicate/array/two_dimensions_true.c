// expect: true
// A cell of a table is at its row and column.
#include <assert.h>

extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int table[3][3] = {{0}};
    unsigned row = __VERIFIER_nondet_uint() % 3, column = __VERIFIER_nondet_uint() % 3;
    table[row][column] = 1;
    int sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) sum += table[i][j];
    assert(sum == 1);
    assert(table[row][column] == 1);
    return 0;
}

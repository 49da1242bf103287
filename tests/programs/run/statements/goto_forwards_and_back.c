// goto as a loop, as an exit from nested loops, and over declarations.
#include <stdio.h>

static int find(int table[3][4], int wanted) {
    int row, column;
    for (row = 0; row < 3; row++)
        for (column = 0; column < 4; column++)
            if (table[row][column] == wanted) goto found;
    return -1;
found:
    return row * 10 + column;
}

int main(void) {
    int n = 0;
again:
    printf("%d ", n);
    if (++n < 5) goto again;
    puts("");

    int table[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    printf("%d %d %d\n", find(table, 7), find(table, 12), find(table, 99));

    int rounds = 0;
retry: {
    int fresh = rounds * 2;
    printf("fresh %d\n", fresh);
    if (rounds++ < 2) goto retry;
}
    goto end;
    puts("never");
end:
    puts("end");
    return 0;
}

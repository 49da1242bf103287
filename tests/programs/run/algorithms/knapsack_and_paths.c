// Dynamic programming: knapsack, coin change, grid paths, Pascal's triangle.
#include <stdio.h>

static int max(int a, int b) { return a > b ? a : b; }

int main(void) {
    int weights[] = {12, 7, 11, 8, 9}, values[] = {24, 13, 23, 15, 16}, best[27] = {0};
    for (int i = 0; i < 5; i++)
        for (int w = 26; w >= weights[i]; w--) best[w] = max(best[w], best[w - weights[i]] + values[i]);
    printf("%d\n", best[26]);
    long ways[101] = {1};
    int coins[] = {1, 2, 5, 10, 20, 50};
    for (int c = 0; c < 6; c++)
        for (int i = coins[c]; i <= 100; i++) ways[i] += ways[i - coins[c]];
    printf("%ld\n", ways[100]);
    long paths[9][9];
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++)
            paths[i][j] = i && j ? ((i * j) % 5 == 4 ? 0 : paths[i - 1][j] + paths[i][j - 1]) : 1;
    printf("%ld\n", paths[8][8]);
    unsigned row[12] = {1};
    for (int n = 0; n < 12; n++) {
        for (int k = n; k > 0; k--) row[k] += row[k - 1];
    }
    for (int k = 0; k < 12; k++) printf("%u ", row[k]);
    puts("");
    return 0;
}

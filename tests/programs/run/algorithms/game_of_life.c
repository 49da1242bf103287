// Generations on a torus, two buffers swapped by pointer.
#include <stdio.h>
#include <string.h>

enum { W = 16, H = 8 };
typedef unsigned char board[H][W];

static int neighbours(board *b, int y, int x) {
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dy || dx) n += (*b)[(y + dy + H) % H][(x + dx + W) % W];
    return n;
}

int main(void) {
    board first = {[1] = {0, 0, 1}, [2] = {0, 0, 0, 1}, [3] = {0, 1, 1, 1}, [5] = {[10] = 1, 1, 1}}, second;
    board *now = &first, *next = &second;
    for (int generation = 0; generation < 20; generation++) {
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                int n = neighbours(now, y, x);
                (*next)[y][x] = n == 3 || (n == 2 && (*now)[y][x]);
            }
        board *t = now;
        now = next;
        next = t;
    }
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) putchar((*now)[y][x] ? '#' : '.');
        puts("");
    }
    return 0;
}

// All ways to place N queens on an N by N board: recursion, calls, array reads.
#ifndef N
#define N 9
#endif

static int column[N];
static int count;

static int is_safe(int row, int at)
{
    for (int i = 0; i < row; i++)
        if (column[i] == at || column[i] - at == i - row || column[i] - at == row - i)
            return 0;
    return 1;
}

static void place(int row)
{
    if (row == N) {
        count++;
        return;
    }
    for (int at = 0; at < N; at++)
        if (is_safe(row, at)) {
            column[row] = at;
            place(row + 1);
        }
}

int main(void)
{
    place(0);
    return count > 0 ? 0 : 1;
}

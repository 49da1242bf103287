// Edit distance and longest common subsequence with rolling rows and a table.
#include <stdio.h>
#include <string.h>

static int distance(const char *a, const char *b) {
    int n = strlen(b), row[n + 1];
    for (int j = 0; j <= n; j++) row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int up = row[j], least = corner + (a[i - 1] != b[j - 1]);
            if (up + 1 < least) least = up + 1;
            if (row[j - 1] + 1 < least) least = row[j - 1] + 1;
            corner = up;
            row[j] = least;
        }
    }
    return row[n];
}

static void common(const char *a, const char *b, char *out) {
    int n = strlen(a), m = strlen(b), t[n + 1][m + 1];
    memset(t, 0, sizeof t);
    for (int i = n; i-- > 0;)
        for (int j = m; j-- > 0;)
            t[i][j] = a[i] == b[j] ? 1 + t[i + 1][j + 1] : t[i + 1][j] > t[i][j + 1] ? t[i + 1][j] : t[i][j + 1];
    for (int i = 0, j = 0; i < n && j < m;) {
        if (a[i] == b[j]) *out++ = a[i], i++, j++;
        else if (t[i + 1][j] >= t[i][j + 1]) i++;
        else j++;
    }
    *out = 0;
}

int main(void) {
    const char *pairs[][2] = {{"kitten", "sitting"}, {"saturday", "sunday"}, {"", "abc"}, {"same", "same"}};
    for (int i = 0; i < 4; i++) {
        char lcs[20];
        common(pairs[i][0], pairs[i][1], lcs);
        printf("%d \"%s\"\n", distance(pairs[i][0], pairs[i][1]), lcs);
    }
    return 0;
}

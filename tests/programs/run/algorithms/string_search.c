// Naive, Knuth-Morris-Pratt, Boyer-Moore-Horspool and Rabin-Karp find the same places.
#include <stdio.h>
#include <string.h>

static int naive(const char *t, const char *p) {
    for (int i = 0; t[i]; i++) {
        int j = 0;
        while (p[j] && t[i + j] == p[j]) j++;
        if (!p[j]) return i;
    }
    return -1;
}

static int kmp(const char *t, const char *p) {
    int m = strlen(p), fail[m + 1];
    fail[0] = -1;
    for (int i = 0, j = -1; i < m;) {
        while (j >= 0 && p[i] != p[j]) j = fail[j];
        fail[++i] = ++j;
    }
    for (int i = 0, j = 0; t[i]; i++, j++) {
        while (j >= 0 && t[i] != p[j]) j = fail[j];
        if (j == m - 1) return i - m + 1;
    }
    return -1;
}

static int horspool(const char *t, const char *p) {
    int n = strlen(t), m = strlen(p), skip[256];
    for (int i = 0; i < 256; i++) skip[i] = m;
    for (int i = 0; i < m - 1; i++) skip[(unsigned char)p[i]] = m - 1 - i;
    for (int i = 0; i <= n - m; i += skip[(unsigned char)t[i + m - 1]])
        if (!memcmp(t + i, p, m)) return i;
    return -1;
}

static int rabin_karp(const char *t, const char *p) {
    unsigned hp = 0, ht = 0, top = 1;
    int n = strlen(t), m = strlen(p);
    if (m > n) return -1;
    for (int i = 0; i < m; i++) {
        hp = hp * 257 + p[i], ht = ht * 257 + t[i];
        if (i) top *= 257;
    }
    for (int i = 0;; i++) {
        if (hp == ht && !strncmp(t + i, p, m)) return i;
        if (i + m >= n) return -1;
        ht = (ht - t[i] * top) * 257 + t[i + m];
    }
}

int main(void) {
    const char *texts[] = {"abracadabra abracadabracadabra", "aaaaaaaaab", "mississippi", "short"};
    const char *patterns[] = {"abracadabrac", "aab", "issip", "longer than the text", "ssippi", "b"};
    for (int t = 0; t < 4; t++) {
        for (int p = 0; p < 6; p++) {
            const char *x = texts[t], *y = patterns[p];
            int a = naive(x, y), b = kmp(x, y), c = horspool(x, y), d = rabin_karp(x, y);
            printf("%d%s ", a, a == b && b == c && c == d ? "" : "!");
        }
        puts("");
    }
    return 0;
}

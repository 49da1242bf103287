// Seven sorts of the same numbers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 60 };

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}

static void bubble(int *a, int n) {
    for (int swapped = 1; swapped; n--) {
        swapped = 0;
        for (int i = 1; i < n; i++)
            if (a[i - 1] > a[i]) swap(&a[i - 1], &a[i]), swapped = 1;
    }
}

static void insertion(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i;
        while (j > 0 && a[j - 1] > x) a[j] = a[j - 1], j--;
        a[j] = x;
    }
}

static void shell(int *a, int n) {
    for (int gap = n / 2; gap; gap /= 2)
        for (int i = gap; i < n; i++)
            for (int j = i; j >= gap && a[j - gap] > a[j]; j -= gap) swap(&a[j], &a[j - gap]);
}

static void quick(int *a, int n) {
    if (n < 2) return;
    int pivot = a[n / 2], i = 0, j = n - 1;
    for (;; i++, j--) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i >= j) break;
        swap(&a[i], &a[j]);
    }
    quick(a, i);
    quick(a + i, n - i);
}

static void merge(int *a, int n) {
    if (n < 2) return;
    int half = n / 2, left[half];
    merge(a, half);
    merge(a + half, n - half);
    memcpy(left, a, half * sizeof *a);
    for (int i = 0, j = half, k = 0; i < half; k++) a[k] = j < n && a[j] < left[i] ? a[j++] : left[i++];
}

static void sift(int *a, int root, int n) {
    for (int child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && a[child + 1] > a[child]) child++;
        if (a[root] >= a[child]) return;
        swap(&a[root], &a[child]);
    }
}

static void heap(int *a, int n) {
    for (int i = n / 2; i-- > 0;) sift(a, i, n);
    while (n-- > 1) {
        swap(&a[0], &a[n]);
        sift(a, 0, n);
    }
}

static void radix(int *a, int n) {
    int out[N];
    for (int shift = 0; shift < 16; shift += 4) {
        int count[17] = {0};
        for (int i = 0; i < n; i++) count[(a[i] >> shift & 15) + 1]++;
        for (int d = 0; d < 16; d++) count[d + 1] += count[d];
        for (int i = 0; i < n; i++) out[count[a[i] >> shift & 15]++] = a[i];
        memcpy(a, out, n * sizeof *a);
    }
}

int main(void) {
    void (*sorts[])(int *, int) = {bubble, insertion, shell, quick, merge, heap, radix};
    for (size_t s = 0; s < sizeof sorts / sizeof *sorts; s++) {
        int a[N];
        unsigned seed = 12345;
        for (int i = 0; i < N; i++) seed = seed * 1103515245 + 12345, a[i] = seed >> 16 & 0x7fff;
        sorts[s](a, N);
        long sum = 0;
        for (int i = 0; i < N; i++) sum = (sum * 31 + a[i]) % 1000003;
        int ok = 1;
        for (int i = 1; i < N; i++) ok &= a[i - 1] <= a[i];
        printf("%zu: %d %ld\n", s, ok, sum);
    }
    return 0;
}

// LZ77 with a tiny window: compress, expand, compare.
#include <stdio.h>
#include <string.h>

static int compress(const unsigned char *in, int n, unsigned char *out) {
    int used = 0;
    for (int i = 0; i < n;) {
        int best = 0, distance = 0;
        for (int d = 1; d <= i && d < 256; d++) {
            int length = 0;
            while (length < 255 && i + length < n && in[i + length - d] == in[i + length]) length++;
            if (length > best) best = length, distance = d;
        }
        if (best >= 3) {
            out[used++] = 0xff, out[used++] = distance, out[used++] = best;
            i += best;
        } else
            out[used++] = in[i++];
    }
    return used;
}

static int expand(const unsigned char *in, int n, unsigned char *out) {
    int used = 0;
    for (int i = 0; i < n;) {
        if (in[i] == 0xff) {
            for (int k = 0; k < in[i + 2]; k++, used++) out[used] = out[used - in[i + 1]];
            i += 3;
        } else
            out[used++] = in[i++];
    }
    return used;
}

int main(void) {
    const char *texts[] = {"abcabcabcabcabcabcd", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "no repeats hr",
                           "she sells sea shells by the sea shore, she sells sea shells"};
    for (int i = 0; i < 4; i++) {
        unsigned char packed[100], back[100];
        int n = strlen(texts[i]), m = compress((const unsigned char *)texts[i], n, packed), k = expand(packed, m, back);
        printf("%d -> %d %s\n", n, m, k == n && !memcmp(back, texts[i], n) ? "ok" : "wrong");
    }
    return 0;
}

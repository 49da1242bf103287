// Codes from frequencies, a round trip through packed bits.
#include <stdio.h>
#include <string.h>

struct node { int weight, symbol; short left, right; };
static struct node nodes[256];
static int count;
static struct { unsigned bits; int length; } codes[128];

static int least(const char *alive) {
    int best = -1;
    for (int i = 0; i < count; i++)
        if (alive[i] && (best < 0 || nodes[i].weight < nodes[best].weight)) best = i;
    return best;
}

static void assign(int n, unsigned bits, int length) {
    if (nodes[n].left < 0) {
        codes[nodes[n].symbol].bits = bits;
        codes[nodes[n].symbol].length = length;
        return;
    }
    assign(nodes[n].left, bits << 1, length + 1);
    assign(nodes[n].right, bits << 1 | 1, length + 1);
}

int main(void) {
    const char text[] = "this is an example of a huffman tree";
    int frequency[128] = {0};
    for (const char *p = text; *p; p++) frequency[(int)*p]++;
    char alive[256] = {0};
    for (int c = 0; c < 128; c++)
        if (frequency[c]) {
            alive[count] = 1;
            nodes[count++] = (struct node){frequency[c], c, -1, -1};
        }
    int symbols = count, root = 0;
    for (int i = 1; i < symbols; i++) {
        int a = least(alive);
        alive[a] = 0;
        int b = least(alive);
        alive[b] = 0;
        alive[count] = 1;
        root = count;
        nodes[count++] = (struct node){nodes[a].weight + nodes[b].weight, 0, a, b};
    }
    assign(root, 0, 0);
    unsigned char packed[64] = {0};
    int bits = 0;
    for (const char *p = text; *p; p++)
        for (int i = codes[(int)*p].length; i-- > 0; bits++)
            if (codes[(int)*p].bits >> i & 1) packed[bits / 8] |= 0x80 >> bits % 8;
    printf("%d symbols, %d bits instead of %zu\n", symbols, bits, 8 * strlen(text));
    for (int i = 0; i < (bits + 7) / 8; i++) printf("%02x", packed[i]);
    puts("");
    for (int i = 0, n = root; i < bits; i++) {
        n = packed[i / 8] & 0x80 >> i % 8 ? nodes[n].right : nodes[n].left;
        if (nodes[n].left < 0) {
            putchar(nodes[n].symbol);
            n = root;
        }
    }
    puts("");
    return 0;
}

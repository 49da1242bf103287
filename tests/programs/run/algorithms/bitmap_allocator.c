// Blocks from a fixed arena, tracked by bits; allocations checked for overlap.
// WIDE: prints what has 64 bits as a `long`
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 16, BLOCKS = 64 };
static unsigned char arena[BLOCK * BLOCKS] __attribute__((aligned(16)));
static uint64_t taken;
static unsigned char sizes[BLOCKS];

static void *allocate(size_t bytes) {
    unsigned need = (bytes + BLOCK - 1) / BLOCK;
    if (need == 0 || need > BLOCKS) return 0;
    uint64_t mask = need == 64 ? ~0ull : (1ull << need) - 1;
    for (unsigned at = 0; at + need <= BLOCKS; at++)
        if (!(taken & mask << at)) {
            taken |= mask << at;
            sizes[at] = need;
            return arena + at * BLOCK;
        }
    return 0;
}

static void release(void *p) {
    unsigned at = ((unsigned char *)p - arena) / BLOCK;
    uint64_t mask = sizes[at] == 64 ? ~0ull : (1ull << sizes[at]) - 1;
    taken &= ~(mask << at);
    sizes[at] = 0;
}

int main(void) {
    unsigned char *live[20] = {0};
    size_t length[20];
    unsigned seed = 99, failures = 0, corrupt = 0;
    for (int step = 0; step < 400; step++) {
        seed = seed * 1664525 + 1013904223;
        unsigned slot = (seed >> 8) % 20;
        if (live[slot]) {
            for (size_t i = 0; i < length[slot]; i++) corrupt += live[slot][i] != slot;
            release(live[slot]);
            live[slot] = 0;
        } else {
            length[slot] = (seed >> 16) % 120 + 1;
            live[slot] = allocate(length[slot]);
            if (live[slot]) memset(live[slot], slot, length[slot]);
            else failures++;
        }
    }
    printf("%u %u %016lx\n", failures, corrupt, taken);
    return 0;
}

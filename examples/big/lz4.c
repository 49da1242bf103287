/* What was compressed comes back, and a damaged block is refused or read within its bounds. Expected: true.

   evercheck run -I LZ4/lib lz4.c LZ4/lib/lz4.c
   evercheck check --addresses fixed … (the same) */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "lz4.h"

int evercheck_choose(int low, int high);

#define SIZE 24

int main(void) {
    char in[SIZE], packed[64], out[SIZE];
    for (int i = 0; i < SIZE; i++)
        in[i] = i < 3 ? 'a' + evercheck_choose(0, 1) : in[i - 3];
    int size = LZ4_compress_default(in, packed, SIZE, sizeof packed);
    assert(size > 0);
    assert(LZ4_decompress_safe(packed, out, size, SIZE) == SIZE && memcmp(in, out, SIZE) == 0);
    printf("%d bytes\n", size);
    int at = evercheck_choose(0, 7), bit = evercheck_choose(0, 7);
    if (at < size)
        packed[at] ^= 1 << bit;
    int back = LZ4_decompress_safe(packed, out, size, SIZE);
    assert(back <= SIZE);
    return 0;
}

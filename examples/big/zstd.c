/* What was compressed comes back. Expected: true.

   evercheck run -DZSTD_DISABLE_ASM=1 -DDYNAMIC_BMI2=0 -DZSTD_LEGACY_SUPPORT=0 -include portable.h \
       -I ZSTD/lib zstd.c \
       ZSTD/lib/{common,compress,decompress}/*.c
   evercheck check --addresses fixed … (the same) */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "zstd.h"

int evercheck_choose(int low, int high);

#define SIZE 20

int main(void) {
    char in[SIZE], packed[128], out[SIZE];
    for (int i = 0; i < SIZE; i++)
        in[i] = i < 2 ? 'a' + evercheck_choose(0, 2) : in[i - 2];
    size_t size = ZSTD_compress(packed, sizeof packed, in, SIZE, 1);
    assert(!ZSTD_isError(size));
    size_t back = ZSTD_decompress(out, SIZE, packed, size);
    assert(back == SIZE && memcmp(in, out, SIZE) == 0);
    printf("%d bytes\n", (int)size);
    return 0;
}

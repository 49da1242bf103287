/* What was compressed comes back, for each input of some and each level of some. Expected: true.

   evercheck run -I ZLIB zlib.c ZLIB/{adler32,crc32,deflate,inffast,inflate,inftrees,trees,uncompr,zutil}.c
   evercheck check --addresses fixed … (the same) */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "zlib.h"

int evercheck_choose(int low, int high);

#ifndef SIZE
#define SIZE 6
#endif

/* zlib copies a member of its state that it has not set (deflate.c, match_start), unless memory comes cleared. */
static void *cleared(void *unused, unsigned count, unsigned size) {
    (void)unused;
    return calloc(count, size);
}
static void freed(void *unused, void *p) {
    (void)unused;
    free(p);
}

static int pack(unsigned char *out, uLongf *size, unsigned char *in, int level) {
    z_stream s = {.zalloc = cleared, .zfree = freed, .next_in = in, .avail_in = SIZE, .next_out = out, .avail_out = *size};
    if (deflateInit(&s, level) != Z_OK)
        return Z_MEM_ERROR;
    int status = deflate(&s, Z_FINISH);
    *size = s.total_out;
    return deflateEnd(&s) != Z_OK ? Z_DATA_ERROR : status == Z_STREAM_END ? Z_OK : status;
}

int main(void) {
    unsigned char in[SIZE], packed[128], out[SIZE + 1];
    int letters = evercheck_choose(1, 3), level = evercheck_choose(0, 1) ? 9 : 1;
    for (int i = 0; i < SIZE; i++)
        in[i] = 'a' + (i < 3 ? evercheck_choose(0, letters - 1) : i % letters);
    uLongf size = sizeof packed, back = sizeof out;
    assert(pack(packed, &size, in, level) == Z_OK);
    assert(uncompress(out, &back, packed, size) == Z_OK);
    assert(back == sizeof in && memcmp(in, out, back) == 0);
    printf("%d bytes, checksum %lx\n", (int)size, crc32(0, in, sizeof in));
    /* One changed byte is noticed, or changes nothing. */
    int at = evercheck_choose(2, 4);
    packed[at] ^= 1;
    back = sizeof out;
    if (uncompress(out, &back, packed, size) == Z_OK)
        assert(back == sizeof in && memcmp(in, out, back) == 0);
    return 0;
}

/* Chunks that arrive in two parts: any five of these characters, cut anywhere. Expected: no property is violated, and what is
   decoded is what would have been decoded at once. */
#include <evercheck.h>
#include <stdlib.h>
#include <string.h>

#include "picohttpparser.h"

enum { LENGTH = 6 };

static ssize_t decode(struct phr_chunked_decoder *decoder, const char *from, size_t length, char *to, size_t *decoded)
{
    char *part = malloc(length + 1);
    size_t size = length;
    ssize_t left;

    memcpy(part, from, length);
    left = phr_decode_chunked(decoder, part, &size);
    evercheck_assert(-2 <= left && left <= (ssize_t)length && size <= length);
    if (left != -1) {
        memcpy(to + *decoded, part, size);
        *decoded += size;
    }
    free(part);
    return left;
}

int main(void)
{
    struct phr_chunked_decoder whole, parts;
    char text[LENGTH], at_once[LENGTH], one_by_one[LENGTH];
    size_t length, first, decoded = 0, decoded_one_by_one = 0;
    ssize_t left, left_one_by_one;

    evercheck_string(text, sizeof text, "\r\n12a;");
    length = strlen(text);
    first = (size_t)evercheck_choose(0, (int)length);
    memset(&whole, 0, sizeof whole);
    memset(&parts, 0, sizeof parts);
    left = decode(&whole, text, length, at_once, &decoded);
    left_one_by_one = decode(&parts, text, first, one_by_one, &decoded_one_by_one);
    if (left_one_by_one >= 0)
        left_one_by_one += (ssize_t)(length - first);
    else if (left_one_by_one == -2)
        left_one_by_one = decode(&parts, text + first, length - first, one_by_one, &decoded_one_by_one);
    evercheck_assert(left == left_one_by_one);
    evercheck_assert(left == -1 || (decoded == decoded_one_by_one && memcmp(at_once, one_by_one, decoded) == 0));
    return 0;
}

/* Any ten calls in a row on a buffer with room for three bytes, against a queue that is plainly right. Expected: no property
   is violated. */
#include <evercheck.h>
#include <stdint.h>
#include <string.h>

#include "lwrb/lwrb.h"

enum { ROOM = 3 };

static lwrb_t buffer;
static uint8_t memory[ROOM + 1];
static uint8_t queue[ROOM];
static size_t queued;
static uint8_t next;

static void pop(size_t count)
{
    queued -= count;
    for (size_t i = 0; i < queued; i++)
        queue[i] = queue[i + count];
}

static void check(const uint8_t *bytes, size_t count, size_t from)
{
    for (size_t i = 0; i < count; i++)
        evercheck_assert(bytes[i] == queue[from + i]);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void any_call(void)
{
    uint8_t bytes[ROOM + 1] = {0};
    size_t length = (size_t)evercheck_choose(0, ROOM + 1);
    size_t count;

    switch (evercheck_choose(0, 4)) {
    case 0:
        for (size_t i = 0; i < length; i++)
            bytes[i] = (uint8_t)(next + i);
        count = lwrb_write(&buffer, bytes, length);
        evercheck_assert(count == least(length, ROOM - queued));
        for (size_t i = 0; i < count; i++)
            queue[queued++] = bytes[i];
        next = (uint8_t)((next + count) % 8);
        break;
    case 1:
        count = lwrb_read(&buffer, bytes, length);
        evercheck_assert(count == least(length, queued));
        check(bytes, count, 0);
        pop(count);
        break;
    case 2:
        count = lwrb_peek(&buffer, 1, bytes, length);
        evercheck_assert(count == (queued > 1 ? least(length, queued - 1) : 0));
        check(bytes, count, 1);
        break;
    case 3:
        count = lwrb_skip(&buffer, length);
        evercheck_assert(count == least(length, queued));
        pop(count);
        break;
    case 4:
        count = lwrb_get_linear_block_read_length(&buffer);
        evercheck_assert(count <= queued && (count > 0 || queued == 0));
        check(lwrb_get_linear_block_read_address(&buffer), count, 0);
        break;
    }
    evercheck_assert(lwrb_get_full(&buffer) == queued && lwrb_get_free(&buffer) == ROOM - queued);
}

int main(void)
{
    lwrb_init(&buffer, memory, sizeof memory);
    for (int i = 0; i < 10; i++)
        any_call();
    return 0;
}

/* One thread writes eight bytes in at most six calls, two at a time, into a buffer with room for three; another reads in six calls. Expected: no
   property is violated, and the bytes arrive in their order. */
#include <evercheck.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "lwrb/lwrb.h"

enum { BYTES = 8, ROOM = 3, CALLS = 6 };

static lwrb_t buffer;
static uint8_t memory[ROOM + 1];

static void *writer(void *unused)
{
    uint8_t bytes[BYTES] = {1, 2, 3, 4, 5, 6, 7, 8};
    size_t written = 0;
    for (int i = 0; i < CALLS && written < BYTES; i++)
        written += lwrb_write(&buffer, &bytes[written], written + 2 <= BYTES ? 2 : 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    uint8_t bytes[2];
    uint8_t last = 0;

    lwrb_init(&buffer, memory, sizeof memory);
    pthread_create(&thread, NULL, writer, NULL);
    for (int i = 0; i < CALLS; i++) {
        size_t count = lwrb_read(&buffer, bytes, sizeof bytes);
        evercheck_assert(count <= sizeof bytes);
        for (size_t j = 0; j < count; j++)
            evercheck_assert(bytes[j] == ++last);
    }
    pthread_join(thread, NULL);
    return 0;
}

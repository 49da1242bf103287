// expect: false(unreach-call)
// options: --except no-data-race
// Without a lock the copy can be seen when it is half done.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char text[16] = "aaaaaaaaaaaa";

static void *write(void *argument) {
    strcpy(text, "bbbbbbbbbbbb");
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, write, NULL);
    char first = text[0], last = text[11];
    assert(first == 'a' || last == 'b');
    return 0;
}

// expect: false(unreach-call)
// options: --except no-data-race
// A byte that was seen may change while the rest is looked at: the string is longer than any that there ever was.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char text[4] = {'a', 0, 0, 0};

static void *write(void *argument) {
    text[0] = 0;
    text[1] = 'b';
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, write, NULL);
    assert(strlen(text) != 2);
    return 0;
}

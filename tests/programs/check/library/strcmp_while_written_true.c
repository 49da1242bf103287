// expect: true
// options: --except no-data-race
// Whenever the byte is written, the comparison says what one of the two strings would.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char text[4] = "abc";

static void *write(void *argument) {
    text[1] = 'x';
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, write, NULL);
    int order = strcmp(text, "abc");
    assert(order == 0 || order > 0);
    char copy[4];
    strncpy(copy, text, sizeof copy);
    assert(copy[0] == 'a' && (copy[1] == 'b' || copy[1] == 'x') && copy[2] == 'c' && copy[3] == 0);
    assert(order == 0 || copy[1] == 'x');
    return 0;
}

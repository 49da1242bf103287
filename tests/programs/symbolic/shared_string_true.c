// expect: true
// options: --except no-data-race
// The length of a string of inputs that another thread changes meanwhile.
#include <assert.h>
#include <pthread.h>
#include <string.h>

extern int evercheck_choose(int, int);

char text[4];
unsigned long length;

static void *run(void *arg) {
    length = strlen(text);
    return arg;
}

int main(void) {
    pthread_t t;
    text[0] = evercheck_choose(0, 3);
    text[1] = 'b';
    text[2] = evercheck_choose(0, 3);
    pthread_create(&t, 0, run, 0);
    text[0] = 'x';
    ;
    pthread_join(t, 0);
    assert(length == 0 || length == 2 || length == 3);
    return 0;
}

// expect: true
// The call waits for its turn to read what is shared, and appends once all the same.
#include <assert.h>
#include <pthread.h>
#include <string.h>
char shared[4] = "a";
int x;
void *f(void *arg) { x = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    char b[8];
    b[0] = 0;
    strncat(b, shared, 1);
    assert(strlen(b) == 1);
    pthread_join(t, 0);
    return 0;
}

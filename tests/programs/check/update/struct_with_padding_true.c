// expect: true
// options: --except no-data-race
// A struct is copied with the bytes between its members, which have no value.
#include <assert.h>
#include <pthread.h>
struct s { char c; int x; } g;
void *f(void *arg) { struct s l; l.c = 1; l.x = 2; g = l; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int v = g.x;
    assert(v == 0 || v == 2);
    pthread_join(t, 0);
    assert(g.c == 1 && g.x == 2);
    return 0;
}

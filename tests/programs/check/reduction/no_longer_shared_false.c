// expect: false(unreach-call)
// options: --except no-data-race
// A block is shared, and then is not.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct s { long v; };
struct s *g;
int x, y, go;
struct s *slot;
void *taker(void *arg) {
    struct s *mine = slot;   /* holds the object in a register */
    go = 1;
    long v = mine->v;
    mine = 0;
    while (!y) ;
    assert(x == 0 || v == 7);
    return 0;
}
int main(void) {
    pthread_t t;
    struct s *p = malloc(sizeof *p), l;
    p->v = 3;
    slot = p;
    pthread_create(&t, 0, taker, 0);
    while (!go) ;
    slot = 0;
    l = *p;
    x = 1;
    y = 1;
    pthread_join(t, 0);
    free(p);
    return (int)l.v - 3;
}

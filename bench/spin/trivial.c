// expect: true
// Nothing but one step: what is left is the start of the checker. The headers are those of the other models.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_char done;

int main(void) {
    done = 1;
    assert(done);
    return 0;
}

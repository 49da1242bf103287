// expect: false(unreach-call)
// Six seconds later something is wrong.
#include <assert.h>
#include <sys/time.h>

int main(void) {
    struct timeval first, now;
    gettimeofday(&first, 0);
    for (;;) {
        gettimeofday(&now, 0);
        assert(now.tv_sec - first.tv_sec < 6);
    }
}

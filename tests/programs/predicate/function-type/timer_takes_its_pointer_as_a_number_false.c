// expect: false(unreach-call)
// A handler that takes a number is called with a pointer, as timers of old kernels are.
extern void reach_error(void);

struct timer { void (*expire)(void *); void *data; };
static int fired;

static void expire(unsigned long data) {
    (void)data;
    fired = 1;
}

int main(void) {
    struct timer timer = {(void (*)(void *))expire, &fired};
    timer.expire(timer.data);
    if (fired) reach_error();
    return 0;
}

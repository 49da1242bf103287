// expect: true
// A driver's lock is taken and released in turn, whatever the requests are.
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int locked;

static void lock(void) {
    if (locked) reach_error();
    locked = 1;
}

static void unlock(void) {
    if (!locked) reach_error();
    locked = 0;
}

int main(void) {
    unsigned packets, before;
    do {
        lock();
        packets = before = __VERIFIER_nondet_uint();
        if (__VERIFIER_nondet_int()) {
            unlock();
            packets++;
        }
    } while (packets != before);
    unlock();
    return 0;
}

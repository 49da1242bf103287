/* Two producers and two consumers of a buffer with N places, counted by semaphores. */
#ifndef N
#define N 2
#endif

byte places = N, items, buffer[N], in, out;
bit locked;

inline wait(s) { atomic { s > 0 -> s-- } }
inline post(s) { s++ }
inline lock() { atomic { locked == 0 -> locked = 1 } }
inline unlock() { locked = 0 }

proctype Producer(byte value) {
    byte at;
    do
    ::  wait(places);
        lock();
        at = in;
        buffer[at] = value;
        atomic { in = (at + 1) % N; at = 0 }
        unlock();
        post(items)
    od
}

proctype Consumer() {
    byte at, value;
    do
    ::  wait(items);
        lock();
        at = out;
        atomic { value = buffer[at]; assert(value == 1 || value == 2); value = 0 }
        buffer[at] = 0;
        atomic { out = (at + 1) % N; at = 0 }
        unlock();
        post(places)
    od
}

init {
    run Producer(1);
    run Producer(2);
    run Consumer();
    run Consumer()
}

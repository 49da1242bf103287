/* N dining philosophers who take the fork with the lower number first; neighbours never eat at once. */
#ifndef N
#define N 5
#endif

bit taken[N], eating[N];

inline lock(f) { atomic { taken[f] == 0 -> taken[f] = 1 } }
inline unlock(f) { taken[f] = 0 }

proctype Philosopher(byte i, left, right, low, high) {
    do
    ::  lock(low);
        lock(high);
        eating[i] = 1;
        assert(!eating[left]);
        assert(!eating[right]);
        eating[i] = 0;
        unlock(high);
        unlock(low)
    od
}

init {
    byte i = 0;
    do
    :: atomic { i < N - 1 -> run Philosopher(i, (i + N - 1) % N, i + 1, i, i + 1); i++ }
    :: atomic { i == N - 1 -> run Philosopher(i, i - 1, 0, 0, i); i++; break }
    od
}

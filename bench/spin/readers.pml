/* Readers and writers, N of each: the first reader takes the room, the last one leaves it (Courtois, Heymans, Parnas). */
#ifndef N
#define N 2
#endif

byte room = 1, readers;
bit locked, writing;

inline wait(s) { atomic { s > 0 -> s-- } }
inline lock() { atomic { locked == 0 -> locked = 1 } }

proctype Reader() {
    byte count;
again:
    lock();
    count = readers;
    atomic {
        readers = count + 1;
        if
        :: count == 0 -> goto first
        :: else -> count = 0; goto inside
        fi
    }
first:
    wait(room);
inside:
    locked = 0;
    assert(!writing);
    lock();
    count = readers - 1;
    atomic {
        readers = count;
        if
        :: count == 0 -> goto last
        :: else -> count = 0; goto outside
        fi
    }
last:
    room++;
outside:
    locked = 0;
    goto again
}

proctype Writer() {
    do
    ::  wait(room);
        assert(!writing);
        writing = 1;
        writing = 0;
        room++
    od
}

init {
    byte i = 0;
    do
    :: atomic { i < N -> run Reader(); i++ }
    :: i == N -> break
    od;
    do
    :: atomic { i < 2 * N -> run Writer(); i++ }
    :: i == 2 * N -> break
    od
}

/* A queue of nodes under a lock: two processes put N values each, two take N each. Nodes have numbers from 1 on, the
   least that is free is taken. */
#ifndef N
#define N 2
#endif

byte items, first, last, next[2 * N + 1], value[2 * N + 1];
bit locked;

inline lock() { atomic { !locked -> locked = 1 } }

proctype Put(byte own) {
    byte i, node, behind;
again:
    atomic {
        node = 1;
        do
        :: value[node] != 0 -> node++
        :: else -> break
        od;
        value[node] = own
    }
    lock();
    atomic { if :: first != 0 -> goto append :: else fi }
    first = node;
    goto appended;
append:
    behind = last;
    atomic { next[behind] = node; behind = 0 }
appended:
    atomic { last = node; node = 0 }
    locked = 0;
    atomic { items++; i++; if :: i < N -> goto again :: else -> i = 0 fi }
}

proctype Take() {
    byte i, node, after;
again:
    atomic { items > 0 -> items-- }
    lock();
    atomic { node = first; assert(node) }
    after = next[node];
    atomic { first = after; after = 0 }
    locked = 0;
    atomic {
        assert(value[node] == 1 || value[node] == 2);
        value[node] = 0; next[node] = 0; node = 0; i++
    }
    if :: i < N -> goto again :: else -> i = 0 fi
}

init {
    run Put(1);
    run Put(2);
    run Take();
    run Take()
}

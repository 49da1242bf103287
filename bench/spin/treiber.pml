/* Treiber's stack: N processes push a node each and pop one. Nodes have numbers from 1 on. */
#ifndef N
#define N 3
#endif

byte top, next[N + 1], taken[N + 1];

proctype Process(byte node) {
    byte first, after;
push:
    atomic { first = top; next[node] = first }
    atomic {
        if
        :: top == first -> top = node
        :: else -> goto push
        fi;
        first = 0
    }
pop:
    atomic { first = top; assert(first) }
    after = next[first];
    atomic {
        if
        :: top == first -> top = after; after = 0
        :: else -> after = 0; goto pop
        fi
    }
    atomic { assert(taken[first] == 0); taken[first]++; first = 0 }
}

init {
    byte i = 1;
    do
    :: atomic { i <= N -> run Process(i); i++ }
    :: i > N -> break
    od
}

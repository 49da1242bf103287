/* Peterson's algorithm for N processes (the filter lock): N - 1 levels, and at each the last to come waits.
   Each atomic block has one access to shared memory. */
#ifndef N
#define N 3
#endif

byte level[N], last[N], inside;

#define FIRST (i == 0 -> 1 : 0)
#define NEXT (j + 1 == i -> j + 2 : j + 1)

proctype Process(byte i) {
    byte l, j;
enter:
    l = 1;
climb:
    level[i] = l;
    last[l] = i;
wait:
    atomic {
        if
        :: last[l] != i -> j = 0; goto up
        :: else -> j = FIRST
        fi
    }
scan:
    atomic {
        if
        :: level[j] >= l -> j = 0; goto wait
        :: else ->
            j = NEXT;
            if
            :: j < N -> goto scan
            :: else -> j = 0; goto up
            fi
        fi
    }
up:
    atomic {
        l++;
        if
        :: l < N -> goto climb
        :: else -> l = 0
        fi
    }
    atomic { assert(inside == 0); inside++ }
    inside--;
    level[i] = 0;
    goto enter
}

init {
    byte i = 0;
    do
    :: atomic { i < N -> run Process(i); i++ }
    :: i == N -> break
    od
}

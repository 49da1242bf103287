/* Szymanski's mutual exclusion with a waiting room, for N processes. Each atomic block has one access to shared memory. */
#ifndef N
#define N 2
#endif

byte flag[N], inside;

proctype Process(byte i) {
    byte j;
enter:
    flag[i] = 1;
door:
    atomic {
        if
        :: flag[j] >= 3 -> j = 0; goto door
        :: else -> j++; if :: j < N -> goto door :: else -> j = 0 fi
        fi
    }
    flag[i] = 3;
look:
    atomic {
        if
        :: flag[j] == 1 -> j = 0; goto room
        :: else -> j++; if :: j < N -> goto look :: else -> j = 0; goto through fi
        fi
    }
room:
    flag[i] = 2;
call:
    atomic {
        if
        :: flag[j] == 4 -> j = 0; goto through
        :: else -> j++; if :: j < N :: else -> j = 0 fi; goto call
        fi
    }
through:
    atomic { flag[i] = 4; if :: i == 0 -> goto critical :: else fi }
before:
    atomic {
        if
        :: flag[j] >= 2 -> goto before
        :: else -> j++; if :: j < i -> goto before :: else -> j = 0 fi
        fi
    }
critical:
    atomic { assert(inside == 0); inside++ }
    atomic { inside--; j = i + 1; if :: j == N -> j = 0; goto leave :: else fi }
after:
    atomic {
        if
        :: flag[j] == 2 || flag[j] == 3 -> goto after
        :: else -> j++; if :: j < N -> goto after :: else -> j = 0 fi
        fi
    }
leave:
    flag[i] = 0;
    goto enter
}

init {
    byte i = 0;
    do
    :: atomic { i < N -> run Process(i); i++ }
    :: i == N -> break
    od
}

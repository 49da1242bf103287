/* Lamport's bakery for N processes, each of which enters twice. Each atomic block has one access to shared memory. */
#ifndef N
#define N 2
#endif

bit choosing[N];
byte number[N], inside;

proctype Process(byte i) {
    byte round, j, most;
enter:
    choosing[i] = 1;
choose:
    atomic {
        if
        :: number[j] > most -> most = number[j]
        :: else
        fi;
        j++;
        if :: j < N -> goto choose :: else -> j = 0 fi
    }
    number[i] = most + 1;
    choosing[i] = 0;
door:
    atomic { if :: choosing[j] -> goto door :: else fi }
queue:
    atomic {
        if
        :: number[j] == 0 || number[j] > most + 1 || (number[j] == most + 1 && j >= i) ->
            j++;
            if :: j < N -> goto door :: else -> j = 0; most = 0 fi
        :: else -> goto queue
        fi
    }
    atomic { assert(inside == 0); inside++ }
    inside--;
    atomic { number[i] = 0; round++; if :: round < 2 -> goto enter :: else -> round = 0 fi }
}

init {
    byte i = 0;
    do
    :: atomic { i < N -> run Process(i); i++ }
    :: i == N -> break
    od
}

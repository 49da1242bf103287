/* Dolev, Klawe and Rodeh's election of a leader among N nodes in a ring. Each atomic block has one access to shared memory. */
#ifndef N
#define N 3
#endif
#define PLACES (2 * N)
#define SECOND 64

typedef Link { byte items; byte in; byte out; byte messages[PLACES] };
Link links[N];
byte leaders;
bit locked;

inline send(what) {
    at = links[to].in;
    links[to].messages[at] = what;
    atomic { links[to].in = (at + 1) % PLACES; at = 0 }
}

proctype Node(byte from) {
    byte to, most, mode, left, message, at;
    d_step { to = (from + 1) % N; most = N - from; mode = 1; message = most }
forward:
    send(message);
    atomic {
        links[to].items++;
        if :: message == 0 -> goto done :: else -> message = 0 fi
    }
receive:
    atomic { links[from].items > 0 -> links[from].items-- }
    at = links[from].out;
    message = links[from].messages[at];
    atomic {
        links[from].out = (at + 1) % PLACES;
        at = 0;
        if
        :: message == 0 ->
            if
            :: mode == 2 -> mode = 0; goto done
            :: else -> goto forward
            fi
        :: else
        fi;
        if
        :: !mode -> goto forward
        :: else
        fi;
        if
        :: message < SECOND ->
            if
            :: message != most -> left = message; message = SECOND + message; goto forward
            :: else -> goto leader
            fi
        :: else
        fi;
        message = message - SECOND;
        if
        :: left > message && left > most -> most = left; left = 0; message = most; goto forward
        :: else -> mode = 0; left = 0; message = 0; goto receive
        fi
    }
leader:
    atomic { !locked -> locked = 1 }
    at = leaders;
    atomic { leaders = at + 1; at = 0 }
    assert(leaders == 1);
    atomic { locked = 0; mode = 2; message = 0 }
    send(message);
    atomic { links[to].items++; goto receive }
done:
    mode = 0;
    most = 0;
    left = 0
}

init {
    byte i = 0;
    do
    :: atomic { i < N -> run Node(i); i++ }
    :: i == N -> break
    od
}

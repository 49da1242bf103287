/* Chang and Roberts' election of a leader among N nodes in a ring. Identities fall along the ring, which makes the
   most messages. A link is a buffer with one reader and one writer; at most N + 1 messages ever go through it. */
#ifndef N
#define N 4
#endif
#define ELECTED (N + 1)

typedef Link { byte items; byte messages[N + 1] };
Link links[N];
byte leader;

proctype Node(byte i) {
    byte to, own, sent, received, message;
    d_step { to = (i + 1) % N; own = N - i; message = own }
    do
    ::  atomic { links[to].messages[sent] = message; sent++ }
        atomic {
            links[to].items++;
            if
            :: message == ELECTED -> break
            :: else
            fi
        }
receive:
        atomic { links[i].items > 0 -> links[i].items-- }
        atomic {
            message = links[i].messages[received];
            received++;
            if
            :: message < own -> goto receive
            :: message == own -> skip
            :: else -> goto forward
            fi
        }
        assert(leader == 0);
        atomic { leader = own; assert(own == N); message = ELECTED }
forward:
        skip
    od
}

init {
    byte i = 0;
    do
    :: atomic { i < N -> run Node(i); i++ }
    :: i == N -> break
    od
}

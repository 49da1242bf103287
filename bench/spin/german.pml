/* German's cache coherence protocol with N clients: one process that chooses which rule comes next, for ever. */
#ifndef N
#define N 2
#endif
#define NONE 0
#define SHARED 1
#define EXCLUSIVE 2
#define INVALIDATE 3
#define ACKNOWLEDGE 4

byte cache[N], request[N], reply[N], answer[N];
bit sharer[N], invalidate[N], granted;
byte sharers, command, current = N;
byte c, i;

inline check() {
    if
    :: cache[c] == EXCLUSIVE ->
        i = 0;
        do
        :: i < N -> assert(i == c || cache[i] == NONE); i++
        :: else -> break
        od
    :: else
    fi;
    i = 0; c = 0
}

init {
again:
    atomic {
        select(c : 0 .. N - 1);
end_rule:
        if
        :: cache[c] == NONE && request[c] == NONE -> request[c] = SHARED
        :: cache[c] != EXCLUSIVE && request[c] == NONE -> request[c] = EXCLUSIVE
        :: command == NONE && request[c] != NONE ->
            command = request[c]; current = c; request[c] = NONE;
            do
            :: i < N -> invalidate[i] = sharer[i]; i++
            :: else -> break
            od
        :: invalidate[c] && reply[c] == NONE && (command == EXCLUSIVE || (command == SHARED && granted)) ->
            reply[c] = INVALIDATE; invalidate[c] = 0
        :: reply[c] == INVALIDATE && answer[c] == NONE -> reply[c] = NONE; answer[c] = ACKNOWLEDGE; cache[c] = NONE
        :: command != NONE && answer[c] == ACKNOWLEDGE -> answer[c] = NONE; sharers = sharers - sharer[c]; sharer[c] = 0; granted = 0
        :: c == current && command == SHARED && !granted && reply[c] == NONE ->
            sharer[c] = 1; sharers++; reply[c] = SHARED; command = NONE; current = N
        :: c == current && command == EXCLUSIVE && reply[c] == NONE && sharers == 0 ->
            sharer[c] = 1; sharers++; granted = 1; reply[c] = EXCLUSIVE; command = NONE; current = N
        :: reply[c] == SHARED -> reply[c] = NONE; cache[c] = SHARED
        :: reply[c] == EXCLUSIVE -> reply[c] = NONE; cache[c] = EXCLUSIVE
        fi;
        check();
        goto again
    }
}

/* N chosen values below N are put into a list of nodes, each in its place. Node 0 is none, and node N + 1 the first. */
#ifndef N
#define N 4
#endif

byte next[N + 2], value[N + 2];
byte i, chosen, at, count;

init {
    do
    :: atomic {
        i < N ->
        select(chosen : 0 .. N - 1);
        atomic {
            i++;
            at = N + 1;
            do
            :: next[at] != 0 && value[next[at]] < chosen -> at = next[at]
            :: else -> break
            od;
            value[i] = chosen;
            next[i] = next[at];
            next[at] = i;
            at = 0;
            chosen = 0
        }
       }
    :: i == N -> break
    od;
    atomic {
        at = next[N + 1];
        do
        :: at != 0 -> assert(next[at] == 0 || value[at] <= value[next[at]]); count++; at = next[at]
        :: else -> break
        od;
        assert(count == N)
    }
}

// expect: true
// German's cache coherence protocol with N clients: one thread that chooses which rule comes next, for ever.
#include <assert.h>
#include <evercheck.h>
#include <stdlib.h>

#ifndef N
#define N 2
#endif

enum { NONE, SHARED, EXCLUSIVE, INVALIDATE, ACKNOWLEDGE };

struct client { char cache, request, reply, answer, is_sharer, is_to_invalidate; };

int main(void) {
    struct client *clients[N], *current = NULL;
    int command = NONE, is_granted = 0, sharers = 0;
    for (int i = 0; i < N; i++) clients[i] = calloc(1, sizeof *clients[i]);
    for (;;) {
        int choice = evercheck_choose(0, 10 * N - 1);
        struct client *c = clients[choice % N];
        switch (choice / N) {
        case 0: // asks for a shared copy
            evercheck_assume(c->cache == NONE && c->request == NONE);
            c->request = SHARED;
            break;
        case 1: // asks for an exclusive one
            evercheck_assume(c->cache != EXCLUSIVE && c->request == NONE);
            c->request = EXCLUSIVE;
            break;
        case 2: // the home takes a request
            evercheck_assume(command == NONE && c->request != NONE);
            command = c->request;
            current = c;
            c->request = NONE;
            for (int i = 0; i < N; i++) clients[i]->is_to_invalidate = clients[i]->is_sharer;
            break;
        case 3: // the home sends an invalidation
            evercheck_assume(c->is_to_invalidate && c->reply == NONE);
            evercheck_assume(command == EXCLUSIVE || (command == SHARED && is_granted));
            c->reply = INVALIDATE;
            c->is_to_invalidate = 0;
            break;
        case 4: // a client obeys
            evercheck_assume(c->reply == INVALIDATE && c->answer == NONE);
            c->reply = NONE;
            c->answer = ACKNOWLEDGE;
            c->cache = NONE;
            break;
        case 5: // the home hears of it
            evercheck_assume(command != NONE && c->answer == ACKNOWLEDGE);
            c->answer = NONE;
            sharers -= c->is_sharer;
            c->is_sharer = 0;
            is_granted = 0;
            break;
        case 6: // the home grants a shared copy
            evercheck_assume(c == current && command == SHARED && !is_granted && c->reply == NONE);
            c->is_sharer = 1;
            sharers++;
            c->reply = SHARED;
            command = NONE;
            current = NULL;
            break;
        case 7: // or an exclusive one, if nobody shares it
            evercheck_assume(c == current && command == EXCLUSIVE && c->reply == NONE && !sharers);
            c->is_sharer = 1;
            sharers++;
            is_granted = 1;
            c->reply = EXCLUSIVE;
            command = NONE;
            current = NULL;
            break;
        case 8: // a client takes the shared copy
            evercheck_assume(c->reply == SHARED);
            c->reply = NONE;
            c->cache = SHARED;
            break;
        case 9: // or the exclusive one
            evercheck_assume(c->reply == EXCLUSIVE);
            c->reply = NONE;
            c->cache = EXCLUSIVE;
            break;
        }
        if (c->cache == EXCLUSIVE)
            for (int i = 0; i < N; i++) assert(clients[i] == c || clients[i]->cache == NONE);
    }
}

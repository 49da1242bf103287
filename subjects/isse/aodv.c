// expect: true
// small: -DL=4 -DM=3
// AODV, a routing protocol for ad hoc networks: M nodes in a line; whoever needs a route to the last one floods a request,
// which leaves routes back to the asker, and is answered by the last node or by one that has a route fresh enough.
// Driver: all sequences of L events: a discovery, a broadcast cache expires, a route expires, a packet is delivered or
// lost, a node reboots. Property: no routing loops.
#include <assert.h>
#include <evercheck.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifndef L
#define L 9
#endif
#ifndef M
#define M 3
#endif
#define TARGET (M - 1)
#define UNKNOWN (-1)
#define INFINITE INT_MAX

// The routing table entry to a destination. A sequence number, once known, only grows; an entry without one is empty.
struct route {
    bool is_valid;
    int sequence, hops, next_hop;
};

// A request met before: requests of one origin are told apart by their broadcast numbers.
struct request_id {
    int origin, broadcast;
    struct request_id *next;
};

struct node {
    int sequence, broadcast;
    struct route routes[M];
    struct request_id *cache;
};

enum kind { REQUEST, REPLY };

// Origin is who asks for the destination. Hops are those from the origin (request) or to the destination (reply).
struct message {
    enum kind kind;
    int from, to;
    int origin, origin_sequence, broadcast;
    int destination, destination_sequence;
    int hops;
};

struct packet {
    struct message message;
    struct packet *next;
};

struct network {
    struct node nodes[M];
    struct packet *packets;
};

static bool are_neighbours(int a, int b) { return a - b == 1 || b - a == 1; }

static int max(int a, int b) { return a > b ? a : b; }

// Packets under way have no order: they are kept sorted by their bytes.
static void send(struct network *net, struct message m, int from, int to) {
    m.from = from;
    m.to = to;
    struct packet *p = malloc(sizeof *p), **link = &net->packets;
    while (*link && memcmp(&(*link)->message, &m, sizeof m) < 0) link = &(*link)->next;
    p->message = m;
    p->next = *link;
    *link = p;
}

static void broadcast(struct network *net, struct message m, int from) {
    for (int to = 0; to < M; to++)
        if (are_neighbours(from, to)) send(net, m, from, to);
}

static int packet_count(const struct network *net) {
    int count = 0;
    for (const struct packet *p = net->packets; p; p = p->next) count++;
    return count;
}

static struct message take(struct network *net, int which) {
    struct packet **link = &net->packets;
    while (which-- > 0) link = &(*link)->next;
    struct packet *p = *link;
    struct message m = p->message;
    *link = p->next;
    free(p);
    return m;
}

static bool is_cached(const struct node *n, int origin, int broadcast) {
    for (const struct request_id *r = n->cache; r; r = r->next)
        if (r->origin == origin && r->broadcast == broadcast) return true;
    return false;
}

static void cache(struct node *n, int origin, int broadcast) {
    struct request_id *r = malloc(sizeof *r);
    *r = (struct request_id){.origin = origin, .broadcast = broadcast, .next = n->cache};
    n->cache = r;
}

static void clear_cache(struct node *n) {
    while (n->cache) {
        struct request_id *r = n->cache;
        n->cache = r->next;
        free(r);
    }
}

static void clear_routes(struct node *n) {
    for (int d = 0; d < M; d++)
        n->routes[d] = (struct route){.sequence = UNKNOWN, .hops = INFINITE, .next_hop = UNKNOWN};
}

// A fresher route, or one as fresh and shorter, replaces the old one.
static void learn(struct route *r, int sequence, int hops, int next_hop) {
    if (sequence < r->sequence || (sequence == r->sequence && hops >= r->hops)) return;
    *r = (struct route){.is_valid = true, .sequence = sequence, .hops = hops, .next_hop = next_hop};
}

// What is learnt from now on must be fresher than what was known.
static void invalidate(struct route *r) {
    r->is_valid = false;
    r->sequence++;
    r->hops = INFINITE;
    r->next_hop = UNKNOWN;
}

// T0: a node without a route asks for one.
static void discover(struct network *net, int who) {
    struct node *n = &net->nodes[who];
    n->sequence++;
    n->broadcast++;
    struct message request = {.kind = REQUEST, .origin = who, .origin_sequence = n->sequence, .broadcast = n->broadcast};
    request.destination = TARGET;
    request.destination_sequence = n->routes[TARGET].sequence;
    broadcast(net, request, who);
}

// T1: requests are forgotten.
static void expire_cache(struct node *n) { clear_cache(n); }

// T2: a route has not been used for too long.
static void expire_route(struct node *n, int destination) { invalidate(&n->routes[destination]); }

static void receive_request(struct network *net, int who, struct message m) {
    struct node *n = &net->nodes[who];
    if (who == m.origin || is_cached(n, m.origin, m.broadcast)) return;
    cache(n, m.origin, m.broadcast);
    learn(&n->routes[m.origin], m.origin_sequence, m.hops + 1, m.from);
    struct message reply = {.kind = REPLY, .origin = m.origin, .destination = m.destination};
    const struct route *r = &n->routes[m.destination];
    if (who == m.destination) {
        n->sequence = max(n->sequence, m.destination_sequence);
        reply.destination_sequence = n->sequence;
        send(net, reply, who, m.from);
    } else if (r->is_valid && r->sequence >= m.destination_sequence) {
        reply.destination_sequence = r->sequence;
        reply.hops = r->hops;
        send(net, reply, who, m.from);
    } else {
        m.hops++;
        m.destination_sequence = max(m.destination_sequence, r->sequence);
        broadcast(net, m, who);
    }
}

static void receive_reply(struct network *net, int who, struct message m) {
    struct node *n = &net->nodes[who];
    if (who == m.destination) return;
    learn(&n->routes[m.destination], m.destination_sequence, m.hops + 1, m.from);
    const struct route *back = &n->routes[m.origin];
    if (who == m.origin || !back->is_valid) return;
    m.hops++;
    send(net, m, who, back->next_hop);
}

// T3
static void deliver(struct network *net, int which) {
    struct message m = take(net, which);
    switch (m.kind) {
    case REQUEST:
        receive_request(net, m.to, m);
        break;
    case REPLY:
        receive_reply(net, m.to, m);
        break;
    }
}

// T4
static void lose(struct network *net, int which) { take(net, which); }

// T5: a node forgets all it knew. It then keeps silent until its packets are gone and the routes through it have expired
// everywhere.
static void reboot(struct network *net, int who) {
    struct node *n = &net->nodes[who];
    clear_cache(n);
    clear_routes(n);
    n->sequence = n->broadcast = 0;
    for (int i = packet_count(net) - 1; i >= 0; i--) {
        const struct packet *p = net->packets;
        for (int k = 0; k < i; k++) p = p->next;
        if (p->message.from == who || p->message.to == who) take(net, i);
    }
    for (int i = 0; i < M; i++)
        for (int d = 0; d < M; d++) {
            struct route *r = &net->nodes[i].routes[d];
            if (r->is_valid && r->next_hop == who) invalidate(r);
        }
}

static struct network *network_new(void) {
    struct network *net = calloc(1, sizeof *net);
    for (int i = 0; i < M; i++) clear_routes(&net->nodes[i]);
    return net;
}

static void network_delete(struct network *net) {
    for (int i = 0; i < M; i++) clear_cache(&net->nodes[i]);
    while (net->packets) lose(net, 0);
    free(net);
}

// From node to node along valid routes: no node is met twice.
static bool has_loop(const struct network *net, int start, int destination) {
    int steps = 0;
    for (int i = start; i != destination && net->nodes[i].routes[destination].is_valid; steps++) {
        if (steps == M) return true;
        i = net->nodes[i].routes[destination].next_hop;
    }
    return false;
}

static bool is_valid(const struct network *net) {
    for (int i = 0; i < M; i++)
        for (int d = 0; d < M; d++) {
            const struct route *r = &net->nodes[i].routes[d];
            if (r->is_valid && (r->sequence == UNKNOWN || r->hops < 1 || !are_neighbours(i, r->next_hop))) return false;
            if (!r->is_valid && r->hops != INFINITE) return false;
            if (has_loop(net, i, d)) return false;
        }
    return true;
}

int main(void) {
    struct network *net = network_new();
    for (int i = 0; i < L; i++) {
        switch (evercheck_choose(0, 5)) {
        case 0: {
            int who = evercheck_choose(0, TARGET - 1);
            __VERIFIER_assume(!net->nodes[who].routes[TARGET].is_valid);
            discover(net, who);
            break;
        }
        case 1: {
            struct node *n = &net->nodes[evercheck_choose(0, M - 1)];
            __VERIFIER_assume(n->cache != NULL);
            expire_cache(n);
            break;
        }
        case 2: {
            struct node *n = &net->nodes[evercheck_choose(0, M - 1)];
            int destination = evercheck_choose(0, M - 1);
            __VERIFIER_assume(n->routes[destination].is_valid);
            expire_route(n, destination);
            break;
        }
        case 3:
            __VERIFIER_assume(net->packets != NULL);
            deliver(net, evercheck_choose(0, packet_count(net) - 1));
            break;
        case 4:
            __VERIFIER_assume(net->packets != NULL);
            lose(net, evercheck_choose(0, packet_count(net) - 1));
            break;
        case 5:
            reboot(net, evercheck_choose(0, M - 1));
            break;
        default:
            __VERIFIER_assume(false);
        }
        assert(is_valid(net));
    }
    network_delete(net);
    return 0;
}

// expect: true
// small: -DL=6 -DM=3
// Directed diffusion, a protocol for sensor networks: M nodes, each linked to those one or two numbers away. Node 0, the
// sink, floods an interest, which leaves gradients: to whom data is to be sent. The last node, the source, answers with
// data, which flows along all gradients; the sink reinforces the path on which an item came first.
// Driver: all sequences of L events: a new round of interest, a packet is delivered, an interest expires, a packet is
// lost, the source sends an item, a node other than the sink reboots.
// Properties: the reinforced path of an item has no loop; the sink takes each item once.
#include <assert.h>
#include <evercheck.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifndef L
#define L 10
#endif
#ifndef M
#define M 3
#endif
#define SINK 0
#define SOURCE (M - 1)
#define NOBODY (-1)

// A neighbour that wants data.
struct gradient {
    int to;
    struct gradient *next;
};

// An item of data that a node has had: from whom first, and to whom its path is reinforced.
struct item {
    int id, from, reinforced;
    struct item *next;
};

struct node {
    int round; // of the interest it knows, 0 if none
    struct gradient *gradients;
    struct item *items;
};

enum kind { INTEREST, DATA, REINFORCEMENT };

// Number is the round of an interest, else the item's id. Trail has a bit for each node that a reinforcement has passed.
struct message {
    enum kind kind;
    int from, to, number;
    unsigned trail;
};

struct packet {
    struct message message;
    struct packet *next;
};

struct network {
    struct node nodes[M];
    struct packet *packets;
    int sent, taken; // items: by the source, by the sink's user
};

static bool are_neighbours(int a, int b) { return a != b && a - b <= 2 && b - a <= 2; }

// Packets under way have no order: they are kept sorted by their bytes.
static void send(struct network *net, enum kind kind, int from, int to, int number, unsigned trail) {
    struct message m = {.kind = kind, .from = from, .to = to, .number = number, .trail = trail};
    struct packet *p = malloc(sizeof *p), **link = &net->packets;
    while (*link && memcmp(&(*link)->message, &m, sizeof m) < 0) link = &(*link)->next;
    p->message = m;
    p->next = *link;
    *link = p;
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

static struct gradient **find_gradient(struct node *n, int to) {
    struct gradient **link = &n->gradients;
    while (*link && (*link)->to < to) link = &(*link)->next;
    return link;
}

// Gradients are kept in the order of the neighbours.
static void add_gradient(struct node *n, int to) {
    struct gradient **link = find_gradient(n, to), *g = *link;
    if (g && g->to == to) return;
    g = malloc(sizeof *g);
    *g = (struct gradient){.to = to, .next = *link};
    *link = g;
}

static void clear_gradients(struct node *n) {
    while (n->gradients) {
        struct gradient *g = n->gradients;
        n->gradients = g->next;
        free(g);
    }
}

static struct item *find_item(const struct node *n, int id) {
    struct item *i = n->items;
    while (i && i->id != id) i = i->next;
    return i;
}

static void add_item(struct node *n, int id, int from) {
    struct item *i = malloc(sizeof *i);
    *i = (struct item){.id = id, .from = from, .reinforced = NOBODY, .next = n->items};
    n->items = i;
}

static void clear_items(struct node *n) {
    while (n->items) {
        struct item *i = n->items;
        n->items = i->next;
        free(i);
    }
}

static void flood_interest(struct network *net, int who, int except) {
    for (int to = 0; to < M; to++)
        if (are_neighbours(who, to) && to != except) send(net, INTEREST, who, to, net->nodes[who].round, 0);
}

static void forward_data(struct network *net, int who, int id, int except) {
    for (const struct gradient *g = net->nodes[who].gradients; g; g = g->next)
        if (g->to != except) send(net, DATA, who, g->to, id, 0);
}

// T0: the sink asks anew.
static void start_round(struct network *net) {
    net->nodes[SINK].round++;
    flood_interest(net, SINK, NOBODY);
}

static void receive_interest(struct network *net, int who, int from, int round) {
    struct node *n = &net->nodes[who];
    if (who == SINK || round < n->round) return;
    add_gradient(n, from);
    if (round == n->round) return;
    n->round = round;
    flood_interest(net, who, from);
}

static void receive_data(struct network *net, int who, int from, int id) {
    struct node *n = &net->nodes[who];
    if (find_item(n, id)) return;
    add_item(n, id, from);
    if (who == SINK) {
        net->taken++;
        send(net, REINFORCEMENT, who, from, id, 1u << who);
    } else {
        forward_data(net, who, id, from);
    }
}

// A reinforcement goes on towards the source, but to no node twice: a rebooted one may have got the item back from those
// it had sent it to.
static void receive_reinforcement(struct network *net, int who, int from, int id, unsigned trail) {
    struct item *i = find_item(&net->nodes[who], id);
    if (!i || trail & 1u << who) return;
    i->reinforced = from;
    if (i->from != NOBODY) send(net, REINFORCEMENT, who, i->from, id, trail | 1u << who);
}

// T1
static void deliver(struct network *net, int which) {
    struct message m = take(net, which);
    switch (m.kind) {
    case INTEREST:
        receive_interest(net, m.to, m.from, m.number);
        break;
    case DATA:
        receive_data(net, m.to, m.from, m.number);
        break;
    case REINFORCEMENT:
        receive_reinforcement(net, m.to, m.from, m.number, m.trail);
        break;
    }
}

// T2: an interest that is not refreshed in time is forgotten, and its gradients with it.
static void expire_interest(struct node *n) {
    clear_gradients(n);
    n->round = 0;
}

// T3
static void lose(struct network *net, int which) { take(net, which); }

// T4: the source has an item and somebody who wants it.
static void sense(struct network *net) {
    int id = net->sent++;
    add_item(&net->nodes[SOURCE], id, NOBODY);
    forward_data(net, SOURCE, id, NOBODY);
}

// T5
static void reboot(struct node *n) {
    clear_gradients(n);
    clear_items(n);
    n->round = 0;
}

static struct network *network_new(void) { return calloc(1, sizeof(struct network)); }

static void network_delete(struct network *net) {
    for (int i = 0; i < M; i++) {
        clear_gradients(&net->nodes[i]);
        clear_items(&net->nodes[i]);
    }
    while (net->packets) take(net, 0);
    free(net);
}

// From the node on along the reinforced path of the item: no node is met twice.
static bool has_loop(const struct network *net, int start, int id) {
    int steps = 0;
    for (int who = start; who != SINK; steps++) {
        const struct item *i = find_item(&net->nodes[who], id);
        if (!i || i->reinforced == NOBODY) return false;
        if (steps == M) return true;
        who = i->reinforced;
    }
    return false;
}

static bool is_valid_node(const struct network *net, int who) {
    const struct node *n = &net->nodes[who];
    if (who == SINK && n->gradients) return false;
    if (who != SINK && n->round > net->nodes[SINK].round) return false;
    if (n->gradients && n->round == 0) return false;
    for (const struct gradient *g = n->gradients; g; g = g->next)
        if (!are_neighbours(who, g->to) || (g->next && g->next->to <= g->to)) return false;
    for (const struct item *i = n->items; i; i = i->next) {
        if (i->id < 0 || i->id >= net->sent || find_item(n, i->id) != i) return false;
        if (has_loop(net, who, i->id)) return false;
    }
    return true;
}

static bool is_valid(const struct network *net) {
    int at_sink = 0;
    for (int i = 0; i < M; i++)
        if (!is_valid_node(net, i)) return false;
    for (const struct item *i = net->nodes[SINK].items; i; i = i->next) at_sink++;
    return net->taken == at_sink && net->taken <= net->sent;
}

int main(void) {
    struct network *net = network_new();
    for (int i = 0; i < L; i++) {
        switch (evercheck_choose(0, 5)) {
        case 0:
            start_round(net);
            break;
        case 1:
            __VERIFIER_assume(net->packets != NULL);
            deliver(net, evercheck_choose(0, packet_count(net) - 1));
            break;
        case 2: {
            struct node *n = &net->nodes[evercheck_choose(1, M - 1)];
            __VERIFIER_assume(n->round > 0);
            expire_interest(n);
            break;
        }
        case 3:
            __VERIFIER_assume(net->packets != NULL);
            lose(net, evercheck_choose(0, packet_count(net) - 1));
            break;
        case 4:
            __VERIFIER_assume(net->nodes[SOURCE].gradients != NULL);
            sense(net);
            break;
        case 5:
            reboot(&net->nodes[evercheck_choose(1, M - 1)]);
            break;
        default:
            __VERIFIER_assume(false);
        }
        assert(is_valid(net));
    }
    network_delete(net);
    return 0;
}

// expect: true
// small: -DL=15 -DM=4
// Stop-and-wait ARQ: a sender sends a packet with a bit as its number again and again until it is acknowledged, over two
// channels that keep the order and may lose packets.
// Driver: all sequences of L events: a channel delivers or loses its first packet, the sender's timer expires. A channel
// holds at most M packets; more are lost.
#include <assert.h>
#include <evercheck.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef L
#define L 35
#endif
#ifndef M
#define M 12
#endif

// An acknowledgement carries the number only.
struct packet {
    int number, data;
    struct packet *next;
};

struct channel {
    struct packet *first;
    int length;
};

struct sender {
    int number;       // of the packet that is not yet acknowledged
    int acknowledged; // packets that the sender believes to have been received
};

struct receiver {
    int number; // of the packet that is expected
    int received;
};

struct network {
    struct channel data, acknowledgements;
    struct sender sender;
    struct receiver receiver;
};

static void put(struct channel *c, int number, int data) {
    if (c->length == M) return;
    struct packet *p = malloc(sizeof *p);
    *p = (struct packet){.number = number, .data = data};
    struct packet **end = &c->first;
    while (*end) end = &(*end)->next;
    *end = p;
    c->length++;
}

static struct packet take(struct channel *c) {
    struct packet *p = c->first, packet = *p;
    c->first = p->next;
    c->length--;
    free(p);
    return packet;
}

// The data of a packet is how many went before it.
static void send_data(struct network *n) { put(&n->data, n->sender.number, n->sender.acknowledged); }

// T0: a packet reaches the receiver, which acknowledges it even if it is an old one.
static void deliver_data(struct network *n) {
    struct packet p = take(&n->data);
    if (p.number == n->receiver.number) {
        assert(p.data == n->receiver.received);
        n->receiver.received++;
        n->receiver.number = !n->receiver.number;
    }
    put(&n->acknowledgements, p.number, 0);
}

// T1: an acknowledgement reaches the sender, which sends the next packet, or the last one again.
static void deliver_acknowledgement(struct network *n) {
    struct packet p = take(&n->acknowledgements);
    if (p.number == n->sender.number) {
        n->sender.acknowledged++;
        n->sender.number = !n->sender.number;
    }
    send_data(n);
}

// T2: the sender has waited long enough.
static void time_out(struct network *n) { send_data(n); }

// T3 and T4
static void lose(struct channel *c) { take(c); }

static struct network *network_new(void) {
    struct network *n = calloc(1, sizeof *n);
    send_data(n);
    return n;
}

static void network_delete(struct network *n) {
    while (n->data.first) lose(&n->data);
    while (n->acknowledgements.first) lose(&n->acknowledgements);
    free(n);
}

static bool is_valid_channel(const struct channel *c) {
    int length = 0;
    for (const struct packet *p = c->first; p; p = p->next) {
        if (p->number != 0 && p->number != 1) return false;
        if (++length > M) return false;
    }
    return length == c->length;
}

// The receiver misses no packet that the sender believes to have been received, and gets none twice.
static bool is_valid(const struct network *n) {
    if (!is_valid_channel(&n->data) || !is_valid_channel(&n->acknowledgements)) return false;
    int acknowledged = n->sender.acknowledged, received = n->receiver.received;
    return received == acknowledged || received == acknowledged + 1;
}

int main(void) {
    struct network *n = network_new();
    for (int i = 0; i < L; i++) {
        switch (evercheck_choose(0, 4)) {
        case 0:
            __VERIFIER_assume(n->data.length > 0);
            deliver_data(n);
            break;
        case 1:
            __VERIFIER_assume(n->acknowledgements.length > 0);
            deliver_acknowledgement(n);
            break;
        case 2:
            time_out(n);
            break;
        case 3:
            __VERIFIER_assume(n->data.length > 0);
            lose(&n->data);
            break;
        case 4:
            __VERIFIER_assume(n->acknowledgements.length > 0);
            lose(&n->acknowledgements);
            break;
        default:
            __VERIFIER_assume(false);
        }
        assert(is_valid(n));
    }
    network_delete(n);
    return 0;
}

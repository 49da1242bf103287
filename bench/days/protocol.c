// Stop and wait over a channel that loses and repeats: sender and receiver agree by one bit.
#include <assert.h>
#include <evercheck.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MESSAGES 5
#define STEPS 24
#define CAPACITY 2

enum type { DATA, ACK };

struct packet {
    enum type type;
    int bit;
    int value;
    struct packet *next;
};

struct channel {
    struct packet *first;
    int count;
};

static struct channel forward, backward;
static struct { int bit; int next; int waiting; } sender;
static struct { int expected; int got[MESSAGES]; int count; } receiver;
static int lost;

static void send(struct channel *channel, enum type type, int bit, int value) {
    if (channel->count == CAPACITY)
        return;
    struct packet *packet = malloc(sizeof *packet);
    if (packet == NULL)
        abort();
    packet->type = type;
    packet->bit = bit;
    packet->value = value;
    packet->next = NULL;
    struct packet **end = &channel->first;
    while (*end != NULL)
        end = &(*end)->next;
    *end = packet;
    channel->count++;
}

static struct packet *receive(struct channel *channel) {
    struct packet *packet = channel->first;
    if (packet == NULL)
        return NULL;
    channel->first = packet->next;
    channel->count--;
    return packet;
}

static void transmit(void) {
    if (sender.next < MESSAGES) {
        send(&forward, DATA, sender.bit, 10 * (sender.next + 1));
        sender.waiting = 1;
    }
}

static void on_data(struct packet *packet) {
    assert(packet->type == DATA);
    if (packet->bit == receiver.expected) {
        assert(receiver.count < MESSAGES);
        receiver.got[receiver.count++] = packet->value;
        receiver.expected = !receiver.expected;
    }
    send(&backward, ACK, packet->bit, 0);
}

static void on_ack(struct packet *packet) {
    assert(packet->type == ACK);
    if (sender.waiting && packet->bit == sender.bit) {
        sender.bit = !sender.bit;
        sender.next++;
        sender.waiting = 0;
    }
}

static void deliver(struct channel *channel, void (*handler)(struct packet *)) {
    struct packet *packet = receive(channel);
    if (packet == NULL)
        return;
    handler(packet);
    free(packet);
}

static void lose(struct channel *channel) {
    struct packet *packet = receive(channel);
    if (packet == NULL)
        return;
    lost++;
    free(packet);
}

static void check(void) {
    assert(receiver.count == sender.next || receiver.count == sender.next + 1);
    for (int i = 0; i < receiver.count; i++)
        assert(receiver.got[i] == 10 * (i + 1));
}

int main(void) {
    for (int step = 0; step < STEPS; step++) {
        switch (evercheck_choose(0, 4)) {
        case 0:
            transmit();
            break;
        case 1:
            deliver(&forward, on_data);
            break;
        case 2:
            deliver(&backward, on_ack);
            break;
        case 3:
            lose(&forward);
            break;
        case 4:
            lose(&backward);
            break;
        }
        check();
    }
    return 0;
}

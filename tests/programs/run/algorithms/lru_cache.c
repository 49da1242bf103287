// A hash table and a doubly linked list over one array of entries.
#include <stdio.h>

enum { CAPACITY = 4, BUCKETS = 7, NONE = -1 };

static struct { int key, value, next, prev, chain; } entries[CAPACITY];
static int buckets[BUCKETS], head = NONE, tail = NONE, used;

static void detach(int e) {
    int n = entries[e].next, p = entries[e].prev;
    if (p != NONE) entries[p].next = n; else head = n;
    if (n != NONE) entries[n].prev = p; else tail = p;
}

static void to_front(int e) {
    entries[e].prev = NONE;
    entries[e].next = head;
    if (head != NONE) entries[head].prev = e; else tail = e;
    head = e;
}

static int lookup(int key) {
    int e = buckets[key % BUCKETS];
    while (e != NONE && entries[e].key != key) e = entries[e].chain;
    return e;
}

static void unchain(int e) {
    int *link = &buckets[entries[e].key % BUCKETS];
    while (*link != e) link = &entries[*link].chain;
    *link = entries[e].chain;
}

static int get(int key) {
    int e = lookup(key);
    if (e == NONE) return -1;
    detach(e);
    to_front(e);
    return entries[e].value;
}

static void put(int key, int value) {
    int e = lookup(key);
    if (e == NONE) {
        if (used < CAPACITY) e = used++;
        else {
            e = tail;
            detach(e);
            unchain(e);
        }
        entries[e].key = key;
        entries[e].chain = buckets[key % BUCKETS];
        buckets[key % BUCKETS] = e;
    } else
        detach(e);
    entries[e].value = value;
    to_front(e);
}

int main(void) {
    for (int i = 0; i < BUCKETS; i++) buckets[i] = NONE;
    int hits = 0;
    for (unsigned i = 0, x = 1; i < 200; i++) {
        x = x * 1103515245 + 12345;
        int key = x >> 16 & 7;
        int value = get(key);
        if (value >= 0) hits++;
        else put(key, key * 100);
    }
    printf("%d\n", hits);
    for (int e = head; e != NONE; e = entries[e].next) printf("%d=%d ", entries[e].key, entries[e].value);
    puts("");
    return 0;
}

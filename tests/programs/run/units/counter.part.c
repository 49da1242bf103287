// The other unit of counter.c.
struct counter { const char *name; int value; struct counter *next; };

struct counter *counters;
const int limits[3] = {1, 2, 3};
extern int shared;
int tentative = 4;
static int hidden = 2;
static struct counter pool[4];
static int used;

static int helper(void) { return hidden * 100; }
int other_helper(void) { return helper(); }
int policy(void) { return 3; }
int twice(int x) { return x + x; }

__attribute__((constructor)) static void first(void) { shared += 20; }

struct counter *counter_new(const char *name) {
    struct counter *c = &pool[used++];
    c->name = name;
    c->next = counters;
    return counters = c;
}

void counter_bump(struct counter *c, int by) {
    if (c->value + by < 10) c->value += by;
    shared++;
}

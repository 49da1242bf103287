// expect: true
// small: -DL=5 -DM=4
// A stack of at most CAPACITY integers without repetition, in an array: pushing a value that is there moves it to the top.
// Driver: all sequences of L operations push(value) and pop(), with M values.
#include <assert.h>
#include <evercheck.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef L
#define L 8
#endif
#ifndef M
#define M 8
#endif
#define CAPACITY 6

struct ubstack {
    int size;
    int values[];
};

static struct ubstack *ubstack_new(void) {
    struct ubstack *s = malloc(sizeof *s + CAPACITY * sizeof s->values[0]);
    s->size = 0;
    return s;
}

// The place of the value, or -1.
static int find(const struct ubstack *s, int value) {
    for (int i = 0; i < s->size; i++)
        if (s->values[i] == value) return i;
    return -1;
}

static bool is_full(const struct ubstack *s) { return s->size == CAPACITY; }

static bool push(struct ubstack *s, int value) {
    int place = find(s, value);
    if (place >= 0) {
        for (int i = place; i < s->size - 1; i++) s->values[i] = s->values[i + 1];
        s->values[s->size - 1] = value;
        return true;
    }
    if (is_full(s)) return false;
    s->values[s->size++] = value;
    return true;
}

// What was above the top stays in the array.
static bool pop(struct ubstack *s) {
    if (s->size == 0) return false;
    s->size--;
    return true;
}

static int top(const struct ubstack *s) { return s->values[s->size - 1]; }

static bool is_valid(const struct ubstack *s) {
    if (s->size < 0 || s->size > CAPACITY) return false;
    for (int i = 0; i < s->size; i++) {
        if (s->values[i] < 0 || s->values[i] >= M) return false;
        for (int k = 0; k < i; k++)
            if (s->values[k] == s->values[i]) return false;
    }
    return true;
}

int main(void) {
    struct ubstack *s = ubstack_new();
    for (int i = 0; i < L; i++) {
        int size = s->size;
        switch (evercheck_choose(0, 1)) {
        case 0: {
            int value = evercheck_choose(0, M - 1);
            bool is_member = find(s, value) >= 0, had_room = !is_full(s);
            bool is_pushed = push(s, value);
            assert(is_pushed == (is_member || had_room));
            assert(s->size == size + (!is_member && had_room));
            if (is_pushed) assert(top(s) == value);
            break;
        }
        case 1: {
            int last = size ? top(s) : -1;
            assert(pop(s) == (size > 0));
            assert(s->size == (size ? size - 1 : 0));
            assert(find(s, last) < 0);
            break;
        }
        }
        assert(is_valid(s));
    }
    free(s);
    return 0;
}

// expect: true
// small: -DL=5 -DM=4
// A priority queue of integers as a binary heap in an array that doubles when it is full.
// Driver: all sequences of L operations insert(value) and extract_max(), with M values.
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
#define INITIAL 4

struct heap {
    int size, capacity;
    int *values;
};

static struct heap *heap_new(void) {
    struct heap *h = malloc(sizeof *h);
    h->size = 0;
    h->capacity = INITIAL;
    h->values = malloc(INITIAL * sizeof *h->values);
    return h;
}

static void heap_delete(struct heap *h) {
    free(h->values);
    free(h);
}

static void grow(struct heap *h) {
    h->capacity *= 2;
    h->values = realloc(h->values, h->capacity * sizeof *h->values);
}

static void swap(int *a, int *b) {
    int old = *a;
    *a = *b;
    *b = old;
}

static void insert(struct heap *h, int value) {
    if (h->size == h->capacity) grow(h);
    int i = h->size++;
    h->values[i] = value;
    while (i > 0 && h->values[(i - 1) / 2] < h->values[i]) {
        swap(&h->values[(i - 1) / 2], &h->values[i]);
        i = (i - 1) / 2;
    }
}

static void sift_down(struct heap *h, int i) {
    for (;;) {
        int largest = i, left = 2 * i + 1, right = 2 * i + 2;
        if (left < h->size && h->values[left] > h->values[largest]) largest = left;
        if (right < h->size && h->values[right] > h->values[largest]) largest = right;
        if (largest == i) return;
        swap(&h->values[i], &h->values[largest]);
        i = largest;
    }
}

static bool extract_max(struct heap *h, int *value) {
    if (h->size == 0) return false;
    *value = h->values[0];
    h->values[0] = h->values[--h->size];
    sift_down(h, 0);
    return true;
}

static int count(const struct heap *h, int value) {
    int result = 0;
    for (int i = 0; i < h->size; i++) result += h->values[i] == value;
    return result;
}

// No value is larger than its parent, and the array has room for all.
static bool is_valid(const struct heap *h) {
    if (h->size < 0 || h->size > h->capacity || h->capacity < INITIAL) return false;
    for (int i = 0; i < h->size; i++) {
        if (h->values[i] < 0 || h->values[i] >= M) return false;
        if (i > 0 && h->values[(i - 1) / 2] < h->values[i]) return false;
    }
    return true;
}

int main(void) {
    struct heap *h = heap_new();
    for (int i = 0; i < L; i++) {
        int size = h->size, capacity = h->capacity;
        switch (evercheck_choose(0, 1)) {
        case 0: {
            int value = evercheck_choose(0, M - 1), before = count(h, value);
            insert(h, value);
            assert(h->size == size + 1 && count(h, value) == before + 1);
            // The array grows only when it is full.
            assert(h->capacity == capacity || size == capacity);
            break;
        }
        case 1: {
            int max = -1, before = size ? count(h, h->values[0]) : 0;
            bool is_any = extract_max(h, &max);
            assert(is_any == (size > 0) && h->size == size - is_any && h->capacity == capacity);
            if (is_any) assert(count(h, max) == before - 1);
            for (int k = 0; k < h->size; k++) assert(h->values[k] <= max);
            break;
        }
        }
        assert(is_valid(h));
    }
    heap_delete(h);
    return 0;
}

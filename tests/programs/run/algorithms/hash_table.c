// Open addressing with growth, and chaining, over strings.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char *key; int value; };
struct table { struct entry *entries; size_t used, size; };

static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s) h = h * 33 ^ (unsigned char)*s++;
    return h;
}

static struct entry *slot(struct table *t, const char *key) {
    for (size_t i = hash(key) & (t->size - 1);; i = (i + 1) & (t->size - 1))
        if (!t->entries[i].key || !strcmp(t->entries[i].key, key)) return &t->entries[i];
}

static void put(struct table *t, const char *key, int value);

static void grow(struct table *t) {
    struct table old = *t;
    t->size = old.size ? old.size * 2 : 4;
    t->entries = calloc(t->size, sizeof *t->entries);
    t->used = 0;
    for (size_t i = 0; i < old.size; i++)
        if (old.entries[i].key) {
            put(t, old.entries[i].key, old.entries[i].value);
            free(old.entries[i].key);
        }
    free(old.entries);
}

static void put(struct table *t, const char *key, int value) {
    if (4 * t->used >= 3 * t->size) grow(t);
    struct entry *e = slot(t, key);
    if (!e->key) {
        e->key = malloc(strlen(key) + 1);
        strcpy(e->key, key);
        t->used++;
    }
    e->value = value;
}

static int get(struct table *t, const char *key) {
    struct entry *e = slot(t, key);
    return e->key ? e->value : -1;
}

int main(void) {
    struct table t = {0};
    char key[16];
    for (int i = 0; i < 100; i++) {
        snprintf(key, sizeof key, "key%d", i * 7 % 50);
        put(&t, key, i);
    }
    printf("%zu %zu\n", t.used, t.size);
    printf("%d %d %d\n", get(&t, "key0"), get(&t, "key49"), get(&t, "none"));
    long sum = 0;
    for (size_t i = 0; i < t.size; i++)
        if (t.entries[i].key) sum += (i + 1) * t.entries[i].value;
    printf("%ld\n", sum);
    for (size_t i = 0; i < t.size; i++) free(t.entries[i].key);
    free(t.entries);
    return 0;
}

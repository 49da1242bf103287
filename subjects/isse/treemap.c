// expect: true
// small: -DL=6 -DM=4
// A map from integers to integers as a red-black tree with links to parents.
// Driver: all sequences of L operations put(key, value) and remove(key), with M keys; the value follows from the key.
#include <assert.h>
#include <evercheck.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef L
#define L 12
#endif
#ifndef M
#define M 10
#endif

enum colour { RED, BLACK };

struct entry {
    int key, value;
    enum colour colour;
    struct entry *left, *right, *parent;
};

struct map {
    struct entry *root;
    int size;
};

static struct map *map_new(void) {
    struct map *m = malloc(sizeof *m);
    m->root = NULL;
    m->size = 0;
    return m;
}

// Leaves are null: they are black and have no relatives.
static enum colour colour_of(const struct entry *e) { return e ? e->colour : BLACK; }
static struct entry *parent_of(const struct entry *e) { return e ? e->parent : NULL; }
static struct entry *left_of(const struct entry *e) { return e ? e->left : NULL; }
static struct entry *right_of(const struct entry *e) { return e ? e->right : NULL; }
static void set_colour(struct entry *e, enum colour colour) {
    if (e) e->colour = colour;
}

// The link that leads to the entry.
static struct entry **link_to(struct map *m, struct entry *e) {
    if (!e->parent) return &m->root;
    return e->parent->left == e ? &e->parent->left : &e->parent->right;
}

static void rotate_left(struct map *m, struct entry *e) {
    if (!e) return;
    struct entry *r = e->right;
    e->right = r->left;
    if (r->left) r->left->parent = e;
    *link_to(m, e) = r;
    r->parent = e->parent;
    r->left = e;
    e->parent = r;
}

static void rotate_right(struct map *m, struct entry *e) {
    if (!e) return;
    struct entry *l = e->left;
    e->left = l->right;
    if (l->right) l->right->parent = e;
    *link_to(m, e) = l;
    l->parent = e->parent;
    l->right = e;
    e->parent = l;
}

static struct entry *find(const struct map *m, int key) {
    struct entry *e = m->root;
    while (e && e->key != key) e = key < e->key ? e->left : e->right;
    return e;
}

static void fix_after_insertion(struct map *m, struct entry *x) {
    while (x && x != m->root && x->parent->colour == RED) {
        struct entry *parent = parent_of(x), *grandparent = parent_of(parent);
        bool is_left = parent == left_of(grandparent);
        struct entry *uncle = is_left ? right_of(grandparent) : left_of(grandparent);
        if (colour_of(uncle) == RED) {
            set_colour(parent, BLACK);
            set_colour(uncle, BLACK);
            set_colour(grandparent, RED);
            x = grandparent;
        } else if (is_left) {
            if (x == right_of(parent)) {
                x = parent;
                rotate_left(m, x);
            }
            set_colour(parent_of(x), BLACK);
            set_colour(grandparent, RED);
            rotate_right(m, grandparent);
        } else {
            if (x == left_of(parent)) {
                x = parent;
                rotate_right(m, x);
            }
            set_colour(parent_of(x), BLACK);
            set_colour(grandparent, RED);
            rotate_left(m, grandparent);
        }
    }
    m->root->colour = BLACK;
}

// Whether the key is new.
static bool put(struct map *m, int key, int value) {
    struct entry *parent = NULL, **link = &m->root;
    while (*link) {
        parent = *link;
        if (parent->key == key) {
            parent->value = value;
            return false;
        }
        link = key < parent->key ? &parent->left : &parent->right;
    }
    struct entry *e = malloc(sizeof *e);
    *e = (struct entry){.key = key, .value = value, .colour = RED, .parent = parent};
    *link = e;
    m->size++;
    fix_after_insertion(m, e);
    return true;
}

static void fix_after_deletion(struct map *m, struct entry *x) {
    while (x != m->root && colour_of(x) == BLACK) {
        struct entry *parent = parent_of(x);
        if (x == left_of(parent)) {
            struct entry *sibling = right_of(parent);
            if (colour_of(sibling) == RED) {
                set_colour(sibling, BLACK);
                set_colour(parent, RED);
                rotate_left(m, parent);
                sibling = right_of(parent);
            }
            if (colour_of(left_of(sibling)) == BLACK && colour_of(right_of(sibling)) == BLACK) {
                set_colour(sibling, RED);
                x = parent;
                continue;
            }
            if (colour_of(right_of(sibling)) == BLACK) {
                set_colour(left_of(sibling), BLACK);
                set_colour(sibling, RED);
                rotate_right(m, sibling);
                sibling = right_of(parent);
            }
            set_colour(sibling, colour_of(parent));
            set_colour(parent, BLACK);
            set_colour(right_of(sibling), BLACK);
            rotate_left(m, parent);
            x = m->root;
        } else {
            struct entry *sibling = left_of(parent);
            if (colour_of(sibling) == RED) {
                set_colour(sibling, BLACK);
                set_colour(parent, RED);
                rotate_right(m, parent);
                sibling = left_of(parent);
            }
            if (colour_of(left_of(sibling)) == BLACK && colour_of(right_of(sibling)) == BLACK) {
                set_colour(sibling, RED);
                x = parent;
                continue;
            }
            if (colour_of(left_of(sibling)) == BLACK) {
                set_colour(right_of(sibling), BLACK);
                set_colour(sibling, RED);
                rotate_left(m, sibling);
                sibling = left_of(parent);
            }
            set_colour(sibling, colour_of(parent));
            set_colour(parent, BLACK);
            set_colour(left_of(sibling), BLACK);
            rotate_right(m, parent);
            x = m->root;
        }
    }
    set_colour(x, BLACK);
}

static struct entry *successor(struct entry *e) {
    for (e = e->right; e->left;) e = e->left;
    return e;
}

static bool remove_key(struct map *m, int key) {
    struct entry *e = find(m, key);
    if (!e) return false;
    m->size--;
    if (e->left && e->right) {
        struct entry *next = successor(e);
        e->key = next->key;
        e->value = next->value;
        e = next;
    }
    struct entry *child = e->left ? e->left : e->right;
    if (child) {
        child->parent = e->parent;
        *link_to(m, e) = child;
        if (e->colour == BLACK) fix_after_deletion(m, child);
    } else {
        // The entry itself stands for its leaf while the colours are mended.
        if (e->colour == BLACK) fix_after_deletion(m, e);
        *link_to(m, e) = NULL;
    }
    free(e);
    return true;
}

static void free_tree(struct entry *e) {
    if (!e) return;
    free_tree(e->left);
    free_tree(e->right);
    free(e);
}

static void map_delete(struct map *m) {
    free_tree(m->root);
    free(m);
}

static int value_for(int key) { return 10 * key + 1; }

// Order, links to parents, no red entry below a red one, as many black entries on each path: the number of these, or -1.
static int black_height(const struct entry *e, const struct entry *parent, int low, int high, int *count) {
    if (!e) return 0;
    if (e->parent != parent || e->key <= low || e->key >= high || e->value != value_for(e->key)) return -1;
    if (e->colour == RED && colour_of(parent) == RED) return -1;
    ++*count;
    int left = black_height(e->left, e, low, e->key, count), right = black_height(e->right, e, e->key, high, count);
    return left < 0 || left != right ? -1 : left + (e->colour == BLACK);
}

static bool is_valid(const struct map *m) {
    int count = 0;
    if (colour_of(m->root) != BLACK) return false;
    return black_height(m->root, NULL, -1, M, &count) >= 0 && count == m->size;
}

int main(void) {
    struct map *m = map_new();
    for (int i = 0; i < L; i++) {
        int method = evercheck_choose(0, 1), key = evercheck_choose(0, M - 1);
        int size = m->size;
        bool was_member = find(m, key) != NULL;
        switch (method) {
        case 0:
            assert(put(m, key, value_for(key)) == !was_member);
            assert(find(m, key) && m->size == size + !was_member);
            break;
        case 1:
            assert(remove_key(m, key) == was_member);
            assert(!find(m, key) && m->size == size - was_member);
            break;
        }
        assert(is_valid(m));
    }
    map_delete(m);
    return 0;
}

// expect: true
// small: -DL=5 -DM=4
// A priority queue of integers as a Fibonacci heap: trees in circular doubly linked lists, joined when the minimum leaves.
// Driver: all sequences of L operations insert(key), extract_min() and remove(key), with M keys.
#include <assert.h>
#include <evercheck.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef L
#define L 7
#endif
#ifndef M
#define M 7
#endif
#define MAX_DEGREE 8

struct node {
    int key, degree;
    bool is_marked;
    struct node *parent, *child, *left, *right;
};

struct heap {
    struct node *min;
    int size;
};

static struct heap *heap_new(void) {
    struct heap *h = malloc(sizeof *h);
    h->min = NULL;
    h->size = 0;
    return h;
}

// Adds a single node to the list that `list` is in; a list that is empty becomes the node alone.
static void list_add(struct node **list, struct node *n) {
    if (!*list) {
        n->left = n->right = n;
        *list = n;
        return;
    }
    n->left = *list;
    n->right = (*list)->right;
    n->left->right = n;
    n->right->left = n;
}

// Takes a node out of the list that `list` leads to.
static void list_remove(struct node **list, struct node *n) {
    if (*list == n) *list = n->right == n ? NULL : n->right;
    n->left->right = n->right;
    n->right->left = n->left;
}

static void add_root(struct heap *h, struct node *n) {
    n->parent = NULL;
    list_add(&h->min, n);
    if (n->key < h->min->key) h->min = n;
}

static void insert(struct heap *h, int key) {
    struct node *n = malloc(sizeof *n);
    *n = (struct node){.key = key};
    add_root(h, n);
    h->size++;
}

// Joins trees of the same degree until no two are left, and finds the new minimum.
static void consolidate(struct heap *h) {
    struct node *by_degree[MAX_DEGREE] = {0};
    while (h->min) {
        struct node *tree = h->min;
        list_remove(&h->min, tree);
        while (by_degree[tree->degree]) {
            struct node *other = by_degree[tree->degree];
            by_degree[tree->degree] = NULL;
            if (other->key < tree->key) {
                struct node *old = tree;
                tree = other;
                other = old;
            }
            other->parent = tree;
            other->is_marked = false;
            list_add(&tree->child, other);
            tree->degree++;
        }
        by_degree[tree->degree] = tree;
    }
    for (int i = 0; i < MAX_DEGREE; i++)
        if (by_degree[i]) add_root(h, by_degree[i]);
}

static bool extract_min(struct heap *h, int *key) {
    struct node *min = h->min;
    if (!min) return false;
    list_remove(&h->min, min);
    while (min->child) {
        struct node *child = min->child;
        list_remove(&min->child, child);
        child->parent = NULL;
        list_add(&h->min, child);
    }
    consolidate(h);
    h->size--;
    *key = min->key;
    free(min);
    return true;
}

// Makes a child a root. A parent that loses a second child is cut as well.
static void cut(struct heap *h, struct node *n) {
    struct node *parent = n->parent;
    while (parent) {
        list_remove(&parent->child, n);
        parent->degree--;
        n->is_marked = false;
        add_root(h, n);
        if (!parent->parent) return;
        if (!parent->is_marked) {
            parent->is_marked = true;
            return;
        }
        n = parent;
        parent = n->parent;
    }
}

static void decrease_key(struct heap *h, struct node *n, int key) {
    n->key = key;
    if (n->parent && n->key < n->parent->key) cut(h, n);
    if (n->key < h->min->key) h->min = n;
}

// In the trees of the list, the first one looked at is the list's own.
static struct node *find(struct node *list, int key) {
    if (!list) return NULL;
    struct node *n = list;
    do {
        if (n->key == key) return n;
        struct node *found = find(n->child, key);
        if (found) return found;
        n = n->right;
    } while (n != list);
    return NULL;
}

static bool remove_key(struct heap *h, int key) {
    struct node *n = find(h->min, key);
    if (!n) return false;
    decrease_key(h, n, INT_MIN);
    int smallest;
    return extract_min(h, &smallest);
}

static void heap_delete(struct heap *h) {
    int key;
    while (extract_min(h, &key)) continue;
    free(h);
}

static int count(const struct node *list, int key) {
    if (!list) return 0;
    int result = 0;
    const struct node *n = list;
    do {
        result += (n->key == key) + count(n->child, key);
        n = n->right;
    } while (n != list);
    return result;
}

// Links, parents, degrees and heap order of a list and all below it. The length of the list, or -1.
static int checked_length(const struct node *list, const struct node *parent, int *nodes) {
    if (!list) return 0;
    int length = 0;
    const struct node *n = list;
    do {
        if (n->right->left != n || n->left->right != n || n->parent != parent) return -1;
        if (n->key < (parent ? parent->key : 0) || n->key >= M) return -1;
        if (checked_length(n->child, n, nodes) != n->degree) return -1;
        ++*nodes;
        length++;
        n = n->right;
    } while (n != list);
    return length;
}

static bool is_valid(const struct heap *h) {
    int nodes = 0;
    if (checked_length(h->min, NULL, &nodes) < 0 || nodes != h->size) return false;
    if (!h->min) return true;
    for (const struct node *n = h->min->right; n != h->min; n = n->right)
        if (n->key < h->min->key) return false;
    return true;
}

int main(void) {
    struct heap *h = heap_new();
    for (int i = 0; i < L; i++) {
        int size = h->size;
        switch (evercheck_choose(0, 2)) {
        case 0: {
            int key = evercheck_choose(0, M - 1), before = count(h->min, key);
            insert(h, key);
            assert(h->size == size + 1 && count(h->min, key) == before + 1);
            break;
        }
        case 1: {
            int key = -1, smallest = h->min ? h->min->key : -1;
            bool is_any = extract_min(h, &key);
            assert(is_any == (size > 0) && key == smallest && h->size == size - is_any);
            break;
        }
        case 2: {
            int key = evercheck_choose(0, M - 1), before = count(h->min, key);
            assert(remove_key(h, key) == (before > 0));
            assert(h->size == size - (before > 0) && count(h->min, key) == before - (before > 0));
            break;
        }
        }
        assert(is_valid(h));
    }
    heap_delete(h);
    return 0;
}

// expect: true
// small: -DL=5 -DM=4
// A priority queue of integers as a binomial heap: a list of binomial trees, their degrees strictly increasing.
// Driver: all sequences of L operations insert(key), extract_min() and remove(key), with M keys.
#include <assert.h>
#include <evercheck.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef L
#define L 8
#endif
#ifndef M
#define M 6
#endif

struct node {
    int key, degree;
    struct node *parent, *child, *sibling;
};

struct heap {
    struct node *roots;
    int size;
};

static struct heap *heap_new(void) {
    struct heap *h = malloc(sizeof *h);
    h->roots = NULL;
    h->size = 0;
    return h;
}

static struct node *node_new(int key) {
    struct node *n = malloc(sizeof *n);
    *n = (struct node){.key = key};
    return n;
}

// Makes the tree `child` the first child of `parent`: both have the same degree.
static void link_trees(struct node *child, struct node *parent) {
    child->parent = parent;
    child->sibling = parent->child;
    parent->child = child;
    parent->degree++;
}

// Two lists of trees, each by degree, as one list by degree.
static struct node *merge_lists(struct node *a, struct node *b) {
    struct node *first = NULL, **end = &first;
    while (a && b) {
        struct node **smaller = a->degree <= b->degree ? &a : &b;
        *end = *smaller;
        end = &(*smaller)->sibling;
        *smaller = (*smaller)->sibling;
    }
    *end = a ? a : b;
    return first;
}

// Joins the trees of another list to the heap; of each degree at most one tree remains.
static void unite(struct heap *h, struct node *other) {
    h->roots = merge_lists(h->roots, other);
    struct node **link = &h->roots;
    while (*link && (*link)->sibling) {
        struct node *tree = *link, *next = tree->sibling;
        if (tree->degree != next->degree || (next->sibling && next->sibling->degree == tree->degree)) {
            link = &tree->sibling;
        } else if (tree->key <= next->key) {
            tree->sibling = next->sibling;
            link_trees(next, tree);
        } else {
            *link = next;
            link_trees(tree, next);
        }
    }
}

static void insert(struct heap *h, int key) {
    unite(h, node_new(key));
    h->size++;
}

static int minimum(const struct heap *h) {
    int key = INT_MAX;
    for (const struct node *n = h->roots; n; n = n->sibling)
        if (n->key < key) key = n->key;
    return key;
}

// The children of a root, from the highest degree to the lowest, as a list of roots by degree.
static struct node *reverse_children(struct node *root) {
    struct node *reversed = NULL;
    for (struct node *n = root->child, *next; n; n = next) {
        next = n->sibling;
        n->sibling = reversed;
        n->parent = NULL;
        reversed = n;
    }
    return reversed;
}

static bool extract_min(struct heap *h, int *key) {
    if (!h->roots) return false;
    struct node **smallest = &h->roots;
    for (struct node **link = &h->roots; *link; link = &(*link)->sibling)
        if ((*link)->key < (*smallest)->key) smallest = link;
    struct node *root = *smallest;
    *smallest = root->sibling;
    unite(h, reverse_children(root));
    h->size--;
    *key = root->key;
    free(root);
    return true;
}

static struct node *find(struct node *list, int key) {
    for (struct node *n = list; n; n = n->sibling) {
        if (n->key == key) return n;
        struct node *found = find(n->child, key);
        if (found) return found;
    }
    return NULL;
}

static void decrease_key(struct node *n, int key) {
    n->key = key;
    while (n->parent && n->key < n->parent->key) {
        int old = n->parent->key;
        n->parent->key = n->key;
        n->key = old;
        n = n->parent;
    }
}

static bool remove_key(struct heap *h, int key) {
    struct node *n = find(h->roots, key);
    if (!n) return false;
    decrease_key(n, INT_MIN);
    int smallest;
    return extract_min(h, &smallest);
}

static void heap_delete(struct heap *h) {
    int key;
    while (extract_min(h, &key)) continue;
    free(h);
}

static int count(const struct node *list, int key) {
    int result = 0;
    for (const struct node *n = list; n; n = n->sibling) result += (n->key == key) + count(n->child, key);
    return result;
}

// A binomial tree in heap order: its children have the degrees below its own, from the highest to the lowest.
static bool is_valid_tree(const struct node *n, const struct node *parent, int *nodes) {
    if (n->parent != parent || n->key < (parent ? parent->key : 0) || n->key >= M) return false;
    ++*nodes;
    int degree = n->degree;
    for (const struct node *c = n->child; c; c = c->sibling)
        if (c->degree != --degree || !is_valid_tree(c, n, nodes)) return false;
    return degree == 0;
}

static bool is_valid(const struct heap *h) {
    int nodes = 0;
    for (const struct node *n = h->roots; n; n = n->sibling) {
        if (n->sibling && n->sibling->degree <= n->degree) return false;
        if (!is_valid_tree(n, NULL, &nodes)) return false;
    }
    return nodes == h->size;
}

int main(void) {
    struct heap *h = heap_new();
    for (int i = 0; i < L; i++) {
        int size = h->size;
        switch (evercheck_choose(0, 2)) {
        case 0: {
            int key = evercheck_choose(0, M - 1), before = count(h->roots, key);
            insert(h, key);
            assert(h->size == size + 1 && count(h->roots, key) == before + 1);
            break;
        }
        case 1: {
            int smallest = minimum(h), key = INT_MAX;
            bool is_any = extract_min(h, &key);
            assert(is_any == (size > 0) && key == smallest && h->size == size - is_any);
            break;
        }
        case 2: {
            int key = evercheck_choose(0, M - 1), before = count(h->roots, key);
            assert(remove_key(h, key) == (before > 0));
            assert(h->size == size - (before > 0) && count(h->roots, key) == before - (before > 0));
            break;
        }
        }
        assert(is_valid(h));
    }
    heap_delete(h);
    return 0;
}

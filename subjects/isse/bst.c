// expect: true
// small: -DL=6 -DM=4
// A set of integers as a binary search tree without balancing.
// Driver: all sequences of L operations add(key) and remove(key), with M keys.
#include <assert.h>
#include <evercheck.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef L
#define L 9
#endif
#ifndef M
#define M 9
#endif

struct node {
    int key;
    struct node *left, *right;
};

struct set {
    struct node *root;
    int size;
};

static struct set *set_new(void) {
    struct set *s = malloc(sizeof *s);
    s->root = NULL;
    s->size = 0;
    return s;
}

static struct node *node_new(int key) {
    struct node *n = malloc(sizeof *n);
    n->key = key;
    n->left = n->right = NULL;
    return n;
}

static bool contains(const struct set *s, int key) {
    const struct node *n = s->root;
    while (n && n->key != key) n = key < n->key ? n->left : n->right;
    return n != NULL;
}

static bool add(struct set *s, int key) {
    struct node **link = &s->root;
    while (*link) {
        if ((*link)->key == key) return false;
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    }
    *link = node_new(key);
    s->size++;
    return true;
}

// Takes the node with the largest key out of the tree at `link`.
static struct node *take_largest(struct node **link) {
    while ((*link)->right) link = &(*link)->right;
    struct node *n = *link;
    *link = n->left;
    return n;
}

static bool remove_key(struct set *s, int key) {
    struct node **link = &s->root;
    while (*link && (*link)->key != key) link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    struct node *n = *link;
    if (!n) return false;
    if (!n->left) {
        *link = n->right;
    } else if (!n->right) {
        *link = n->left;
    } else {
        struct node *heir = take_largest(&n->left);
        heir->left = n->left;
        heir->right = n->right;
        *link = heir;
    }
    free(n);
    s->size--;
    return true;
}

static void free_tree(struct node *n) {
    if (!n) return;
    free_tree(n->left);
    free_tree(n->right);
    free(n);
}

static void set_delete(struct set *s) {
    free_tree(s->root);
    free(s);
}

// Keys of the tree lie between the bounds, both excluded. The number of its nodes, or -1.
static int count_ordered(const struct node *n, int low, int high) {
    if (!n) return 0;
    if (n->key <= low || n->key >= high) return -1;
    int left = count_ordered(n->left, low, n->key), right = count_ordered(n->right, n->key, high);
    return left < 0 || right < 0 ? -1 : left + right + 1;
}

static bool is_valid(const struct set *s) { return count_ordered(s->root, -1, M) == s->size; }

int main(void) {
    struct set *s = set_new();
    for (int i = 0; i < L; i++) {
        int method = evercheck_choose(0, 1), key = evercheck_choose(0, M - 1);
        int size = s->size;
        bool was_member = contains(s, key);
        switch (method) {
        case 0:
            assert(add(s, key) == !was_member);
            assert(contains(s, key) && s->size == size + !was_member);
            break;
        case 1:
            assert(remove_key(s, key) == was_member);
            assert(!contains(s, key) && s->size == size - was_member);
            break;
        }
        assert(is_valid(s));
    }
    set_delete(s);
    return 0;
}

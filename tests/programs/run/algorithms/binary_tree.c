// A search tree: insert, delete, walk, height.
#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *left, *right; };

static void insert(struct tree **at, int key) {
    while (*at) {
        if (key == (*at)->key) return;
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    }
    *at = calloc(1, sizeof **at);
    (*at)->key = key;
}

static void delete(struct tree **at, int key) {
    while (*at && (*at)->key != key) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    struct tree *dead = *at;
    if (!dead) return;
    if (dead->left && dead->right) {
        struct tree **next = &dead->right;
        while ((*next)->left) next = &(*next)->left;
        dead->key = (*next)->key;
        at = next;
        dead = *next;
    }
    *at = dead->left ? dead->left : dead->right;
    free(dead);
}

static int height(const struct tree *t) {
    if (!t) return 0;
    int l = height(t->left), r = height(t->right);
    return 1 + (l > r ? l : r);
}

static void walk(const struct tree *t, void (*f)(int, void *), void *context) {
    if (!t) return;
    walk(t->left, f, context);
    f(t->key, context);
    walk(t->right, f, context);
}

static void print(int key, void *context) { printf("%d%s", key, (const char *)context); }
static void count(int key, void *context) { ++*(int *)context; }

static void release(struct tree *t) {
    if (!t) return;
    release(t->left);
    release(t->right);
    free(t);
}

int main(void) {
    struct tree *root = 0;
    for (unsigned i = 1, x = 7; i < 40; i++) insert(&root, (x = x * 75 % 65537) % 100);
    walk(root, print, " ");
    int n = 0;
    walk(root, count, &n);
    printf("\n%d %d\n", n, height(root));
    for (int k = 0; k < 100; k += 3) delete(&root, k);
    walk(root, print, " ");
    printf("\n%d\n", height(root));
    release(root);
    return 0;
}

// expect: true
// small: -DL=2 -DM=3
// A small file system: inodes, blocks that are allocated when needed, directories as tables of entries in one block.
// Driver: all sequences of L operations mkdir, rmdir, creat, unlink, write and read, with M handles, M names and M values.
// The first handle is the root directory's, the others are set by mkdir and creat.
#include <assert.h>
#include <evercheck.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifndef L
#define L 4
#endif
#ifndef M
#define M 3
#endif
#define INODES 5
#define BLOCKS 4
#define ENTRIES 2
#define BLOCK_SIZE 4
#define NONE (-1)

enum kind { UNUSED, DIRECTORY, REGULAR };
enum result { OK, NO_SPACE, EXISTS, NOT_FOUND, NOT_A_DIRECTORY, NOT_A_FILE, NOT_EMPTY };

struct inode {
    enum kind kind;
    int block, size;
};

// The inode of an entry in use is not the root, so 0 means that the entry is free.
struct entry {
    unsigned char inode, name;
};

union block {
    struct entry entries[ENTRIES];
    unsigned char bytes[BLOCK_SIZE];
};

struct filesystem {
    struct inode inodes[INODES];
    union block *blocks[BLOCKS];
};

struct handle {
    int inode;
};

static int allocate_inode(struct filesystem *fs, enum kind kind) {
    for (int i = 0; i < INODES; i++)
        if (fs->inodes[i].kind == UNUSED) {
            fs->inodes[i] = (struct inode){.kind = kind, .block = NONE};
            return i;
        }
    return NONE;
}

static int allocate_block(struct filesystem *fs) {
    for (int b = 0; b < BLOCKS; b++)
        if (!fs->blocks[b]) {
            fs->blocks[b] = calloc(1, sizeof *fs->blocks[b]);
            return b;
        }
    return NONE;
}

static void free_block(struct filesystem *fs, int b) {
    free(fs->blocks[b]);
    fs->blocks[b] = NULL;
}

static void free_inode(struct filesystem *fs, int i) {
    if (fs->inodes[i].block != NONE) free_block(fs, fs->inodes[i].block);
    fs->inodes[i] = (struct inode){.kind = UNUSED, .block = NONE};
}

static bool is_kind(const struct filesystem *fs, const struct handle *h, enum kind kind) {
    return h->inode != NONE && fs->inodes[h->inode].kind == kind;
}

static struct entry *entries_of(const struct filesystem *fs, int directory) {
    return fs->blocks[fs->inodes[directory].block]->entries;
}

static struct entry *find_entry(const struct filesystem *fs, int directory, unsigned char name) {
    struct entry *entries = entries_of(fs, directory);
    for (int i = 0; i < ENTRIES; i++)
        if (entries[i].inode && entries[i].name == name) return &entries[i];
    return NULL;
}

static struct entry *find_free_entry(const struct filesystem *fs, int directory) {
    struct entry *entries = entries_of(fs, directory);
    for (int i = 0; i < ENTRIES; i++)
        if (!entries[i].inode) return &entries[i];
    return NULL;
}

static bool is_empty(const struct filesystem *fs, int directory) {
    struct entry *entries = entries_of(fs, directory);
    for (int i = 0; i < ENTRIES; i++)
        if (entries[i].inode) return false;
    return true;
}

// Makes the directory `name` in `dir`, and `fh` its handle.
static enum result mkdir(struct filesystem *fs, struct handle *dir, unsigned char name, struct handle *fh) {
    if (!is_kind(fs, dir, DIRECTORY)) return NOT_A_DIRECTORY;
    if (find_entry(fs, dir->inode, name)) return EXISTS;
    struct entry *entry = find_free_entry(fs, dir->inode);
    if (!entry) return NO_SPACE;
    int i = allocate_inode(fs, DIRECTORY);
    if (i == NONE) return NO_SPACE;
    int b = allocate_block(fs);
    if (b == NONE) {
        free_inode(fs, i);
        return NO_SPACE;
    }
    fs->inodes[i].block = b;
    *entry = (struct entry){.inode = i, .name = name};
    fh->inode = i;
    return OK;
}

static enum result rmdir(struct filesystem *fs, struct handle *dir, unsigned char name) {
    if (!is_kind(fs, dir, DIRECTORY)) return NOT_A_DIRECTORY;
    struct entry *entry = find_entry(fs, dir->inode, name);
    if (!entry) return NOT_FOUND;
    if (fs->inodes[entry->inode].kind != DIRECTORY) return NOT_A_DIRECTORY;
    if (!is_empty(fs, entry->inode)) return NOT_EMPTY;
    free_inode(fs, entry->inode);
    *entry = (struct entry){0};
    return OK;
}

// Makes the empty file `name` in `dir`, and `fh` its handle. It gets a block when it is first written.
static enum result creat(struct filesystem *fs, struct handle *dir, unsigned char name, struct handle *fh) {
    if (!is_kind(fs, dir, DIRECTORY)) return NOT_A_DIRECTORY;
    if (find_entry(fs, dir->inode, name)) return EXISTS;
    struct entry *entry = find_free_entry(fs, dir->inode);
    if (!entry) return NO_SPACE;
    int i = allocate_inode(fs, REGULAR);
    if (i == NONE) return NO_SPACE;
    *entry = (struct entry){.inode = i, .name = name};
    fh->inode = i;
    return OK;
}

static enum result unlink(struct filesystem *fs, struct handle *dir, unsigned char name) {
    if (!is_kind(fs, dir, DIRECTORY)) return NOT_A_DIRECTORY;
    struct entry *entry = find_entry(fs, dir->inode, name);
    if (!entry) return NOT_FOUND;
    if (fs->inodes[entry->inode].kind != REGULAR) return NOT_A_FILE;
    free_inode(fs, entry->inode);
    *entry = (struct entry){0};
    return OK;
}

// Appends a byte.
static enum result write_byte(struct filesystem *fs, struct handle *fh, unsigned char byte) {
    if (!is_kind(fs, fh, REGULAR)) return NOT_A_FILE;
    struct inode *inode = &fs->inodes[fh->inode];
    if (inode->size == BLOCK_SIZE) return NO_SPACE;
    if (inode->block == NONE) inode->block = allocate_block(fs);
    if (inode->block == NONE) return NO_SPACE;
    fs->blocks[inode->block]->bytes[inode->size++] = byte;
    return OK;
}

// Copies the whole file.
static enum result read_bytes(struct filesystem *fs, struct handle *fh, unsigned char *bytes, int *size) {
    if (!is_kind(fs, fh, REGULAR)) return NOT_A_FILE;
    *size = fs->inodes[fh->inode].size;
    if (*size > 0) memcpy(bytes, fs->blocks[fs->inodes[fh->inode].block]->bytes, *size);
    return OK;
}

static struct filesystem *filesystem_new(void) {
    struct filesystem *fs = calloc(1, sizeof *fs);
    for (int i = 0; i < INODES; i++) fs->inodes[i].block = NONE;
    fs->inodes[allocate_inode(fs, DIRECTORY)].block = allocate_block(fs);
    return fs;
}

static void filesystem_delete(struct filesystem *fs) {
    for (int b = 0; b < BLOCKS; b++) free(fs->blocks[b]);
    free(fs);
}

// Marks what is below the directory. No entry is repeated, none leads to what is unused or has been met before.
static bool mark_tree(const struct filesystem *fs, int directory, bool *is_met) {
    is_met[directory] = true;
    const struct entry *entries = entries_of(fs, directory);
    for (int i = 0; i < ENTRIES; i++) {
        int inode = entries[i].inode;
        if (!inode) continue;
        if (inode >= INODES || is_met[inode] || entries[i].name >= M) return false;
        for (int k = 0; k < i; k++)
            if (entries[k].inode && entries[k].name == entries[i].name) return false;
        switch (fs->inodes[inode].kind) {
        case UNUSED:
            return false;
        case REGULAR:
            is_met[inode] = true;
            break;
        case DIRECTORY:
            if (!mark_tree(fs, inode, is_met)) return false;
        }
    }
    return true;
}

// Each block in use belongs to one inode.
static bool has_valid_blocks(const struct filesystem *fs) {
    bool is_owned[BLOCKS] = {false};
    for (int i = 0; i < INODES; i++) {
        const struct inode *inode = &fs->inodes[i];
        if (inode->kind == DIRECTORY && inode->block == NONE) return false;
        if (inode->kind == UNUSED && inode->block != NONE) return false;
        if (inode->size > (inode->block == NONE ? 0 : BLOCK_SIZE)) return false;
        if (inode->block == NONE) continue;
        if (is_owned[inode->block]) return false;
        is_owned[inode->block] = true;
    }
    for (int b = 0; b < BLOCKS; b++)
        if (is_owned[b] != (fs->blocks[b] != NULL)) return false;
    return true;
}

// The blocks are right, and the inodes in use are those in the tree of the root.
static bool is_valid(const struct filesystem *fs) {
    bool is_met[INODES] = {false};
    if (!has_valid_blocks(fs) || fs->inodes[0].kind != DIRECTORY || !mark_tree(fs, 0, is_met)) return false;
    for (int i = 0; i < INODES; i++)
        if (is_met[i] != (fs->inodes[i].kind != UNUSED)) return false;
    return true;
}

int main(void) {
    struct filesystem *fs = filesystem_new();
    struct handle handles[M];
    for (int i = 0; i < M; i++) handles[i].inode = i == 0 ? 0 : NONE;
    for (int i = 0; i < L; i++) {
        int method = evercheck_choose(0, 5);
        struct handle *dir = &handles[evercheck_choose(0, M - 1)], *fh = NULL;
        int parent = dir->inode;
        enum result r = OK;
        switch (method) {
        case 0: {
            unsigned char name = evercheck_choose(0, M - 1);
            fh = &handles[evercheck_choose(0, M - 1)];
            r = mkdir(fs, dir, name, fh);
            if (r == OK) assert(is_kind(fs, fh, DIRECTORY) && find_entry(fs, parent, name)->inode == fh->inode);
            break;
        }
        case 1: {
            unsigned char name = evercheck_choose(0, M - 1);
            r = rmdir(fs, dir, name);
            if (r == OK) assert(!find_entry(fs, parent, name));
            break;
        }
        case 2: {
            unsigned char name = evercheck_choose(0, M - 1);
            fh = &handles[evercheck_choose(0, M - 1)];
            r = creat(fs, dir, name, fh);
            if (r == OK) assert(is_kind(fs, fh, REGULAR) && find_entry(fs, parent, name)->inode == fh->inode);
            break;
        }
        case 3: {
            unsigned char name = evercheck_choose(0, M - 1);
            r = unlink(fs, dir, name);
            if (r == OK) assert(!find_entry(fs, parent, name));
            break;
        }
        case 4: {
            unsigned char value = evercheck_choose(0, M - 1), bytes[BLOCK_SIZE];
            int size;
            r = write_byte(fs, dir, value);
            if (r == OK) assert(read_bytes(fs, dir, bytes, &size) == OK && bytes[size - 1] == value);
            break;
        }
        case 5: {
            unsigned char bytes[BLOCK_SIZE];
            int size;
            r = read_bytes(fs, dir, bytes, &size);
            if (r == OK)
                for (int k = 0; k < size; k++) assert(bytes[k] < M);
            break;
        }
        }
        assert(is_valid(fs));
    }
    filesystem_delete(fs);
    return 0;
}

/*
 * Daisy: a small file system on a virtual disk, used by several clients at once.
 *
 * Models Daisy of table 1 of "Regression model checking": a disk of bytes (Petal), locks for inodes, blocks and files,
 * files of one block, one directory that is itself a file. Each client does OPERATIONS operations, each a choice of
 * create, unlink, write and read of one of NAMES names. The program of the paper violates an assertion; a known error
 * of Daisy is that a byte of the map of allocated blocks holds the bits of eight blocks, but is guarded by the lock of
 * one. -DFAULT=1 has that error; without it a lock of its own guards the map.
 *
 * CLIENTS     threads beside main
 * OPERATIONS  operations of each client
 * NAMES       names a client may use
 * INODES      inodes, the directory's included
 * BLOCKS      blocks, the directory's included
 * FAULT       1: the map of blocks has no lock of its own
 */
// expected: true
// small: -DOPERATIONS=1 -DINODES=3 -DBLOCKS=3
// fault: -DFAULT=1 false(unreach-call)

#include <assert.h>
#include <evercheck.h>
#include <pthread.h>

#ifndef CLIENTS
#define CLIENTS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 2
#endif
#ifndef NAMES
#define NAMES 2
#endif
#ifndef INODES
#define INODES 4
#endif
#ifndef BLOCKS
#define BLOCKS 4
#endif
#ifndef FAULT
#define FAULT 0
#endif

#define NAME_SIZE 2
#define ENTRY_SIZE (NAME_SIZE + 1)
#define BLOCK_SIZE (NAMES * ENTRY_SIZE)
#define INODE_SIZE 3

#define INODE_AREA 0
#define BLOCK_AREA (INODE_AREA + INODES * INODE_SIZE)
#define ALLOC_AREA (BLOCK_AREA + BLOCKS * BLOCK_SIZE)
#define PETAL_SIZE (ALLOC_AREA + (BLOCKS + 7) / 8)

#define ROOT 0

enum { OK = 0, NOENT = -2, EXIST = -17, FBIG = -27, NOSPC = -28 };

/* ---- Petal: the virtual disk ---- */

static unsigned char petal[PETAL_SIZE];

static unsigned char petal_read(int address)
{
    assert(address >= 0 && address < PETAL_SIZE);
    return petal[address];
}

static void petal_write(int address, unsigned char byte)
{
    assert(address >= 0 && address < PETAL_SIZE);
    petal[address] = byte;
}

/* ---- Locks, always taken in this order: directory's file, file, inode, block, map ---- */

static pthread_mutex_t file_lock[INODES];
static pthread_mutex_t inode_lock[INODES];
static pthread_mutex_t block_lock[BLOCKS];
#if !FAULT
static pthread_mutex_t map_lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void locks_init(void)
{
    for (int i = 0; i < INODES; i++) {
        pthread_mutex_init(&file_lock[i], 0);
        pthread_mutex_init(&inode_lock[i], 0);
    }
    for (int i = 0; i < BLOCKS; i++)
        pthread_mutex_init(&block_lock[i], 0);
}

/* ---- Disk: inodes, blocks and the map of allocated blocks. The caller holds the lock of what it touches. ---- */

struct inode {
    int number;
    int block;
    int size;
    int used;
};

static void disk_read_inode(int number, struct inode *inode)
{
    int address = INODE_AREA + number * INODE_SIZE;

    inode->number = number;
    inode->block = petal_read(address);
    inode->size = petal_read(address + 1);
    inode->used = petal_read(address + 2);
}

static void disk_write_inode(const struct inode *inode)
{
    int address = INODE_AREA + inode->number * INODE_SIZE;

    petal_write(address, inode->block);
    petal_write(address + 1, inode->size);
    petal_write(address + 2, inode->used);
}

static int disk_is_allocated(int block)
{
    return petal_read(ALLOC_AREA + block / 8) >> block % 8 & 1;
}

static void disk_set_allocated(int block, int is_allocated)
{
    int address = ALLOC_AREA + block / 8;
    unsigned char mask = 1 << block % 8;

#if !FAULT
    pthread_mutex_lock(&map_lock);
#endif
    unsigned char byte = petal_read(address);
    petal_write(address, is_allocated ? byte | mask : byte & ~mask);
#if !FAULT
    pthread_mutex_unlock(&map_lock);
#endif
}

/* ---- Files ---- */

/* The inode, locked. */
static void inode_get(int number, struct inode *inode)
{
    pthread_mutex_lock(&inode_lock[number]);
    disk_read_inode(number, inode);
}

static void inode_release(const struct inode *inode)
{
    pthread_mutex_unlock(&inode_lock[inode->number]);
}

/* Writes the inode back and unlocks it. */
static void inode_put(const struct inode *inode)
{
    disk_write_inode(inode);
    inode_release(inode);
}

/* A fresh inode, locked; 0 if there is none. */
static int inode_allocate(struct inode *inode)
{
    for (int i = 0; i < INODES; i++) {
        inode_get(i, inode);
        if (!inode->used) {
            inode->used = 1;
            return 1;
        }
        inode_release(inode);
    }
    return 0;
}

/* The number of a fresh block, or NOSPC. */
static int block_allocate(void)
{
    for (int i = 0; i < BLOCKS; i++) {
        pthread_mutex_lock(&block_lock[i]);
        int is_free = !disk_is_allocated(i);
        if (is_free)
            disk_set_allocated(i, 1);
        pthread_mutex_unlock(&block_lock[i]);
        if (is_free)
            return i;
    }
    return NOSPC;
}

static void block_free(int block)
{
    pthread_mutex_lock(&block_lock[block]);
    disk_set_allocated(block, 0);
    pthread_mutex_unlock(&block_lock[block]);
}

/* The number of a fresh, empty file, or NOSPC. */
static int file_create(void)
{
    struct inode inode;
    int block = block_allocate();

    if (block < 0)
        return NOSPC;
    if (!inode_allocate(&inode)) {
        block_free(block);
        return NOSPC;
    }
    inode.block = block;
    inode.size = 0;
    inode_put(&inode);
    return inode.number;
}

static void file_delete(int file)
{
    struct inode inode;

    inode_get(file, &inode);
    block_free(inode.block);
    inode.used = 0;
    inode.block = 0;
    inode.size = 0;
    inode_put(&inode);
}

/* The number of bytes read: fewer than asked for at the end of the file. */
static int file_read(int file, int offset, int size, unsigned char *bytes)
{
    struct inode inode;
    int n;

    inode_get(file, &inode);
    pthread_mutex_lock(&block_lock[inode.block]);
    for (n = 0; n < size && offset + n < inode.size; n++)
        bytes[n] = petal_read(BLOCK_AREA + inode.block * BLOCK_SIZE + offset + n);
    pthread_mutex_unlock(&block_lock[inode.block]);
    inode_release(&inode);
    return n;
}

static int file_write(int file, int offset, int size, const unsigned char *bytes)
{
    struct inode inode;

    if (offset + size > BLOCK_SIZE)
        return FBIG;
    inode_get(file, &inode);
    pthread_mutex_lock(&block_lock[inode.block]);
    for (int n = 0; n < size; n++)
        petal_write(BLOCK_AREA + inode.block * BLOCK_SIZE + offset + n, bytes[n]);
    pthread_mutex_unlock(&block_lock[inode.block]);
    if (offset + size > inode.size)
        inode.size = offset + size;
    inode_put(&inode);
    return OK;
}

static int file_size(int file)
{
    struct inode inode;

    inode_get(file, &inode);
    inode_release(&inode);
    return inode.size;
}

static void file_truncate(int file, int size)
{
    struct inode inode;

    inode_get(file, &inode);
    inode.size = size;
    inode_put(&inode);
}

/* ---- The directory ---- */

struct entry {
    unsigned char name[NAME_SIZE];
    unsigned char file;
};

static int dir_names_equal(const unsigned char *a, const unsigned char *b)
{
    for (int i = 0; i < NAME_SIZE; i++) {
        if (a[i] != b[i])
            return 0;
    }
    return 1;
}

static void dir_lock(void)
{
    pthread_mutex_lock(&file_lock[ROOT]);
}

static void dir_unlock(void)
{
    pthread_mutex_unlock(&file_lock[ROOT]);
}

static int dir_count(void)
{
    int size = file_size(ROOT);

    assert(size % ENTRY_SIZE == 0);
    return size / ENTRY_SIZE;
}

static void dir_read_entry(int slot, struct entry *entry)
{
    unsigned char bytes[ENTRY_SIZE];
    int n = file_read(ROOT, slot * ENTRY_SIZE, ENTRY_SIZE, bytes);

    assert(n == ENTRY_SIZE);
    for (int i = 0; i < NAME_SIZE; i++)
        entry->name[i] = bytes[i];
    entry->file = bytes[NAME_SIZE];
}

static int dir_write_entry(int slot, const struct entry *entry)
{
    unsigned char bytes[ENTRY_SIZE];

    for (int i = 0; i < NAME_SIZE; i++)
        bytes[i] = entry->name[i];
    bytes[NAME_SIZE] = entry->file;
    return file_write(ROOT, slot * ENTRY_SIZE, ENTRY_SIZE, bytes);
}

/* The slot of a name, and its entry; NOENT if there is none. */
static int dir_find(const unsigned char *name, struct entry *entry)
{
    int count = dir_count();

    for (int slot = 0; slot < count; slot++) {
        dir_read_entry(slot, entry);
        if (dir_names_equal(entry->name, name))
            return slot;
    }
    return NOENT;
}

static int dir_insert(const unsigned char *name, int file)
{
    struct entry entry;
    int slot = dir_count();

    for (int i = 0; i < NAME_SIZE; i++)
        entry.name[i] = name[i];
    entry.file = file;
    return dir_write_entry(slot, &entry);
}

/* The last entry moves to where the removed one was. */
static void dir_remove(int slot)
{
    int last = dir_count() - 1;

    if (slot < last) {
        struct entry entry;
        dir_read_entry(last, &entry);
        dir_write_entry(slot, &entry);
    }
    file_truncate(ROOT, last * ENTRY_SIZE);
}

/* The file of a name, its lock taken, or NOENT. */
static int dir_open(const unsigned char *name)
{
    struct entry entry;

    dir_lock();
    int slot = dir_find(name, &entry);
    if (slot >= 0)
        pthread_mutex_lock(&file_lock[entry.file]);
    dir_unlock();
    return slot < 0 ? NOENT : entry.file;
}

static void dir_close(int file)
{
    pthread_mutex_unlock(&file_lock[file]);
}

static int dir_create(const unsigned char *name)
{
    struct entry entry;
    int result = OK;
    int file = file_create();

    if (file < 0)
        return file;
    dir_lock();
    if (dir_find(name, &entry) >= 0)
        result = EXIST;
    else
        result = dir_insert(name, file);
    dir_unlock();
    if (result != OK)
        file_delete(file);
    return result;
}

static int dir_unlink(const unsigned char *name)
{
    struct entry entry;

    dir_lock();
    int slot = dir_find(name, &entry);
    if (slot < 0) {
        dir_unlock();
        return NOENT;
    }
    dir_remove(slot);
    pthread_mutex_lock(&file_lock[entry.file]);
    file_delete(entry.file);
    pthread_mutex_unlock(&file_lock[entry.file]);
    dir_unlock();
    return OK;
}

/* A file holds the second character of its name, or nothing. */
static int dir_write(const unsigned char *name)
{
    int file = dir_open(name);
    int result;

    if (file < 0)
        return file;
    result = file_write(file, 0, 1, &name[1]);
    dir_close(file);
    return result;
}

static int dir_read(const unsigned char *name)
{
    unsigned char byte;
    int file = dir_open(name);

    if (file < 0)
        return file;
    if (file_read(file, 0, 1, &byte) == 1)
        assert(byte == name[1]);
    dir_close(file);
    return OK;
}

/* ---- Clients ---- */

static void *client_run(void *argument)
{
    for (int i = 0; i < OPERATIONS; i++) {
        unsigned char name[NAME_SIZE] = {'f', 'a' + evercheck_choose(0, NAMES - 1)};
        switch (evercheck_choose(0, 3)) {
        case 0: dir_create(name); break;
        case 1: dir_unlink(name); break;
        case 2: dir_write(name); break;
        case 3: dir_read(name); break;
        }
    }
    return argument;
}

/* Blocks are allocated if one file has them, and names lead to files. */
static void check_disk(void)
{
    int owners[BLOCKS] = {0};
    int files = 0;
    struct inode inode;
    struct entry entry;

    for (int i = 0; i < INODES; i++) {
        disk_read_inode(i, &inode);
        if (inode.used) {
            owners[inode.block]++;
            files++;
        }
    }
    for (int i = 0; i < BLOCKS; i++)
        assert(owners[i] == disk_is_allocated(i));
    assert(files == 1 + dir_count());
    for (int i = 0; i < dir_count(); i++) {
        dir_read_entry(i, &entry);
        disk_read_inode(entry.file, &inode);
        assert(inode.used);
    }
}

int main(void)
{
    pthread_t client[CLIENTS];
    unsigned char name[NAME_SIZE] = {'f', 'a'};

    locks_init();
    file_create();
    dir_create(name);
    dir_write(name);
    for (int i = 0; i < CLIENTS; i++)
        pthread_create(&client[i], 0, client_run, 0);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(client[i], 0);
    check_disk();
    return 0;
}

/* A database in memory: some statements in a row, each chosen. Expected: true.

   evercheck run -DSQLITE_OS_OTHER=1 -DSQLITE_THREADSAFE=0 -DSQLITE_TEMP_STORE=3 -DSQLITE_OMIT_LOAD_EXTENSION \
       -I SQLITE sqlite.c SQLITE/sqlite3.c
   evercheck check --addresses fixed … (the same)

   STEPS is how many statements are chosen. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "sqlite3.h"

int evercheck_choose(int low, int high);

#ifndef STEPS
#define STEPS 2
#endif

/* No files: all that an in-memory database asks of the system. */
static int no_file(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *out) {
    (void)vfs, (void)name, (void)flags, (void)out;
    file->pMethods = 0;
    return SQLITE_CANTOPEN;
}
static int no_delete(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs, (void)name, (void)sync;
    return SQLITE_OK;
}
static int no_access(sqlite3_vfs *vfs, const char *name, int flags, int *out) {
    (void)vfs, (void)name, (void)flags;
    *out = 0;
    return SQLITE_OK;
}
static int same_path(sqlite3_vfs *vfs, const char *name, int size, char *out) {
    (void)vfs;
    sqlite3_snprintf(size, out, "%s", name);
    return SQLITE_OK;
}
static int no_chance(sqlite3_vfs *vfs, int size, char *out) {
    (void)vfs;
    memset(out, 7, size);
    return size;
}
static int no_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return microseconds;
}
static int a_day(sqlite3_vfs *vfs, double *day) {
    (void)vfs;
    *day = 2460000.5;
    return SQLITE_OK;
}
static sqlite3_vfs none = {.iVersion = 1, .szOsFile = sizeof(sqlite3_file), .mxPathname = 64, .zName = "none",
    .xOpen = no_file, .xDelete = no_delete, .xAccess = no_access, .xFullPathname = same_path,
    .xRandomness = no_chance, .xSleep = no_sleep, .xCurrentTime = a_day};

int sqlite3_os_init(void) { return sqlite3_vfs_register(&none, 1); }
int sqlite3_os_end(void) { return SQLITE_OK; }

static const char *const statements[] = {
    "insert into t values (3, 'three')",
    "select a, b from t where a > 1 order by b desc",
    "update t set b = b || '!' where a = 2",
    "delete from t where a in (select min(a) from t)",
};

static int show(void *rows, int count, char **values, char **names) {
    ++*(int *)rows;
    for (int i = 0; i < count; i++)
        printf("%s=%s ", names[i], values[i] ? values[i] : "null");
    printf("\n");
    return 0;
}

int main(void) {
    sqlite3 *db;
    int rows = 0;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK)
        return 1;
    assert(sqlite3_exec(db, "create table t (a integer primary key, b text);"
                            "insert into t values (1, 'one'), (2, 'two');", 0, 0, 0) == SQLITE_OK);
    int is_there = 0;
    for (int i = 0; i < STEPS; i++) {
        int chosen = evercheck_choose(0, 3);
        int status = sqlite3_exec(db, statements[chosen], show, &rows, 0);
        /* A second row of one key is refused. */
        assert(status == (chosen == 0 && is_there ? SQLITE_CONSTRAINT : SQLITE_OK));
        is_there |= chosen == 0;
    }
    assert(sqlite3_exec(db, "select count(*) from t", show, &rows, 0) == SQLITE_OK && rows > 0);
    assert(sqlite3_close(db) == SQLITE_OK);
    printf("%d rows\n", rows);
    return 0;
}

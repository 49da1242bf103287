/* What POSIX says of files, sockets and the environment, as choices: a call succeeds, in full or in part, or fails with an
   error that its callers have to expect. Data that comes from outside is any data. `evercheck check --model posix` takes it.

   Bounds, which a program may raise with -D: EVERCHECK_DESCRIPTORS open at once, EVERCHECK_BYTES of data in one call,
   EVERCHECK_VARIABLES of the environment of at most EVERCHECK_BYTES - 1 characters. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#ifndef EVERCHECK_DESCRIPTORS
#define EVERCHECK_DESCRIPTORS 8
#endif
#ifndef EVERCHECK_BYTES
#define EVERCHECK_BYTES 2
#endif
#ifndef EVERCHECK_VARIABLES
#define EVERCHECK_VARIABLES 4
#endif

extern int evercheck_choose(int low, int high);
extern unsigned char __VERIFIER_nondet_uchar(void);
/* The kernel's table is used by one thread at a time. */
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

/* Standard input, output and error are open. */
static _Bool is_open[EVERCHECK_DESCRIPTORS] = {1, 1, 1};

/* Succeeds, or fails with one of two errors. */
static int fails(int one, int other)
{
    int which = evercheck_choose(0, 2);
    if (which == 0)
        return 0;
    errno = which == 1 ? one : other;
    return 1;
}

static int is_bad(int fd)
{
    int is_known;
    __VERIFIER_atomic_begin();
    is_known = fd >= 0 && fd < EVERCHECK_DESCRIPTORS && is_open[fd];
    __VERIFIER_atomic_end();
    if (is_known)
        return 0;
    errno = EBADF;
    return 1;
}

/* The lowest descriptor that is free. */
static int descriptor(void)
{
    int fd = 0;
    __VERIFIER_atomic_begin();
    while (fd < EVERCHECK_DESCRIPTORS && is_open[fd])
        fd++;
    if (fd < EVERCHECK_DESCRIPTORS)
        is_open[fd] = 1;
    __VERIFIER_atomic_end();
    if (fd < EVERCHECK_DESCRIPTORS)
        return fd;
    errno = EMFILE;
    return -1;
}

static void forget(int fd)
{
    __VERIFIER_atomic_begin();
    is_open[fd] = 0;
    __VERIFIER_atomic_end();
}

/* Reads what a caller hands over, as the kernel would. */
static void look_at(const void *at, size_t bytes)
{
    volatile unsigned char seen;
    for (size_t i = 0; i < bytes; i++)
        seen = ((const unsigned char *)at)[i];
    (void)seen;
}

/* Nothing, for the end, or some of what there is room for. */
static ssize_t incoming(void *to, size_t room)
{
    int most = room < EVERCHECK_BYTES ? (int)room : EVERCHECK_BYTES;
    int count = evercheck_choose(0, most);
    for (int i = 0; i < count; i++)
        ((unsigned char *)to)[i] = __VERIFIER_nondet_uchar();
    return count;
}

/* All of it, or one byte. */
static ssize_t outgoing(const void *from, size_t bytes)
{
    look_at(from, bytes);
    return bytes > 1 && evercheck_choose(0, 1) ? 1 : (ssize_t)bytes;
}

int open(const char *path, int flags, ...)
{
    look_at(path, strlen(path) + 1);
    (void)flags;
    return fails(ENOENT, EACCES) ? -1 : descriptor();
}

int creat(const char *path, mode_t mode)
{
    look_at(path, strlen(path) + 1);
    (void)mode;
    return fails(EACCES, ENOSPC) ? -1 : descriptor();
}

/* The descriptor is gone even if that fails. */
int close(int fd)
{
    if (is_bad(fd))
        return -1;
    forget(fd);
    return fails(EINTR, EIO) ? -1 : 0;
}

ssize_t read(int fd, void *to, size_t room)
{
    return is_bad(fd) || fails(EINTR, EIO) ? -1 : incoming(to, room);
}

ssize_t write(int fd, const void *from, size_t bytes)
{
    return is_bad(fd) || fails(EINTR, ENOSPC) ? -1 : outgoing(from, bytes);
}

off_t lseek(int fd, off_t offset, int whence)
{
    if (is_bad(fd) || fails(EINVAL, ESPIPE))
        return -1;
    return whence == SEEK_SET ? offset : evercheck_choose(0, EVERCHECK_BYTES);
}

int fsync(int fd)
{
    return is_bad(fd) || fails(EINTR, EIO) ? -1 : 0;
}

int unlink(const char *path)
{
    look_at(path, strlen(path) + 1);
    return fails(ENOENT, EACCES) ? -1 : 0;
}

int dup(int fd)
{
    return is_bad(fd) ? -1 : descriptor();
}

int pipe(int ends[2])
{
    int one = descriptor();
    if (one < 0)
        return -1;
    int other = descriptor();
    if (other < 0) {
        forget(one);
        return -1;
    }
    ends[0] = one;
    ends[1] = other;
    return 0;
}

int socket(int domain, int type, int protocol)
{
    (void)domain, (void)type, (void)protocol;
    return fails(EACCES, ENOBUFS) ? -1 : descriptor();
}

int bind(int fd, const struct sockaddr *address, socklen_t length)
{
    look_at(address, length);
    return is_bad(fd) || fails(EADDRINUSE, EACCES) ? -1 : 0;
}

int listen(int fd, int backlog)
{
    (void)backlog;
    return is_bad(fd) || fails(EADDRINUSE, EOPNOTSUPP) ? -1 : 0;
}

int accept(int fd, struct sockaddr *address, socklen_t *length)
{
    if (is_bad(fd) || fails(EINTR, ECONNABORTED))
        return -1;
    if (address) {
        for (socklen_t i = 0; i < *length; i++)
            ((unsigned char *)address)[i] = 0;
    }
    return descriptor();
}

int connect(int fd, const struct sockaddr *address, socklen_t length)
{
    look_at(address, length);
    return is_bad(fd) || fails(ECONNREFUSED, EINTR) ? -1 : 0;
}

ssize_t send(int fd, const void *from, size_t bytes, int flags)
{
    (void)flags;
    return is_bad(fd) || fails(EINTR, EPIPE) ? -1 : outgoing(from, bytes);
}

ssize_t recv(int fd, void *to, size_t room, int flags)
{
    (void)flags;
    return is_bad(fd) || fails(EINTR, ECONNRESET) ? -1 : incoming(to, room);
}

int shutdown(int fd, int how)
{
    (void)how;
    return is_bad(fd) || fails(ENOTCONN, EINVAL) ? -1 : 0;
}

int setsockopt(int fd, int level, int name, const void *value, socklen_t length)
{
    (void)level, (void)name;
    look_at(value, length);
    return is_bad(fd) || fails(EINVAL, ENOPROTOOPT) ? -1 : 0;
}

int poll(struct pollfd *fds, nfds_t count, int timeout)
{
    int ready = 0;
    (void)timeout;
    if (fails(EINTR, ENOMEM))
        return -1;
    for (nfds_t i = 0; i < count; i++) {
        fds[i].revents = fds[i].fd >= 0 && evercheck_choose(0, 1) ? fds[i].events : 0;
        ready += fds[i].revents != 0;
    }
    return ready;
}

/* Not defined anywhere, so that no verdict rests on what would happen there: raise EVERCHECK_VARIABLES. */
extern char *evercheck_has_too_few_variables(void);

/* A variable is there or not, and stays what it is. */
char *getenv(const char *name)
{
    static struct {
        char name[32];
        _Bool is_set;
        char value[EVERCHECK_BYTES];
    } variables[EVERCHECK_VARIABLES];
    for (int i = 0; i < EVERCHECK_VARIABLES; i++) {
        if (!variables[i].name[0]) {
            int length = evercheck_choose(-1, EVERCHECK_BYTES - 1);
            strncpy(variables[i].name, name, sizeof variables[i].name - 1);
            variables[i].is_set = length >= 0;
            for (int k = 0; k < length; k++) {
                unsigned char c = __VERIFIER_nondet_uchar();
                variables[i].value[k] = c ? (char)c : 'x';
            }
        }
        if (strncmp(variables[i].name, name, sizeof variables[i].name - 1) == 0)
            return variables[i].is_set ? variables[i].value : 0;
    }
    return evercheck_has_too_few_variables();
}

/*
 * The device driver, revision 2: the error path of `transfer` releases the lock. A function was added, comments and
 * layout changed, and with them the line numbers of everything; none of that changes what the other functions do.
 */

#include <assert.h>
#include <errno.h>

/* Inputs: any value of the type. */
extern int __VERIFIER_nondet_int(void);

enum { MAX_TRIES = 3 };

struct device {
    int is_locked;
    int is_open;
    unsigned long sent;
};

unsigned long device_sent(const struct device *d)
{
    return d->sent;
}

static void acquire(struct device *d)
{
    assert(!d->is_locked);
    d->is_locked = 1;
}

static void release(struct device *d)
{
    assert(d->is_locked);
    d->is_locked = 0;
}

/* Opens the device for one user at a time. */
static int device_open(struct device *d)
{
    int status = 0;

    acquire(d);
    if (d->is_open) {
        status = -EBUSY;
    } else {
        d->is_open = 1;
    }
    release(d);
    return status;
}

static void device_close(struct device *d)
{
    acquire(d);
    d->is_open = 0;
    release(d);
}

/* What the hardware answers: 0 done, positive busy, negative failed. */
static int submit(void)
{
    return __VERIFIER_nondet_int();
}

static int transfer(struct device *d, unsigned long length)
{
    int tries = 0;
    int answer;

    acquire(d);
    do {
        answer = submit();
        if (answer < 0)
            goto failed;
        tries++;
    } while (answer > 0 && tries < MAX_TRIES);
    d->sent += length;
    release(d);
    return answer == 0 ? 0 : -EAGAIN;

failed:
    release(d);
    return -EIO;
}

int main(void)
{
    struct device device = {0};
    int rounds = __VERIFIER_nondet_int();

    if (device_open(&device) != 0)
        return 1;
    for (int i = 0; i < rounds; i++) {
        if (transfer(&device, 512) == -EIO)
            break;
    }
    device_close(&device);
    return 0;
}

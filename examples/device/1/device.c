/*
 * A device driver in miniature, revision 1: a lock, a device that may be busy or fail, and a transfer that tries
 * again a few times. The lock must be taken and released in turn.
 *
 * This revision has the classic mistake: the error path leaves `transfer` with the lock held.
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

static int device_open(struct device *d)
{
    int status = 0;

    acquire(d);
    if (d->is_open)
        status = -EBUSY;
    else
        d->is_open = 1;
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

/* A meter takes readings for ever, whatever they are. It holds the sum of the last ones and starts anew before the sum
   could grow too large. */
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

#define LIMIT 1000000u

static unsigned sum;
static int is_open;

static void open_meter(void)
{
    assert(!is_open);
    is_open = 1;
}

static void close_meter(void)
{
    assert(is_open);
    is_open = 0;
}

static void add(unsigned reading)
{
    if (reading > LIMIT - sum) {
        close_meter();
        sum = 0;
        open_meter();
    }
    if (reading <= LIMIT)
        sum += reading;
    assert(sum <= LIMIT);
}

int main(void)
{
    open_meter();
    while (__VERIFIER_nondet_uint() != 0)
        add(__VERIFIER_nondet_uint());
    close_meter();
    return 0;
}

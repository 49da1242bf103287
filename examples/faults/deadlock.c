/* Two tellers move money in opposite directions, and each locks the account that it takes from first.
 * VERDICT: false(no-deadlock) */
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account alice = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account bob = {PTHREAD_MUTEX_INITIALIZER, 100};

static void move(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void *teller(void *argument)
{
    move(&bob, &alice, 20);
    return argument;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, 0, teller, 0);
    move(&alice, &bob, 10);
    pthread_join(other, 0);
    return 0;
}
